//! Networks of the built-in armies.

use engine::battalion::builtin;
use opponent::Network;
use sha2::{Digest as _, Sha256};

#[test]
fn files_of_built_in_armies_belong_to_them_as_they_are() {
    assert_eq!(Network::builtin().len(), Network::files(), "every file can be read");
    for network in Network::builtin() {
        let army = builtin().iter().find(|army| army.id == network.army).unwrap();
        let digest: String = Sha256::digest(army.text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(network.sha256, digest, "{}: run `lab network` again", army.id);
    }
}
