use engine::battalion::load_builtin;

use super::*;
use crate::host::error::FileRefusal;
use crate::host::tests::sharing::{HOME, bring_to, file, manager_of, zipped};
use crate::host::tests::{Folder, host, refusal};
use crate::host::{GuildSettings, Limits, Progress};

const TOWER: &[u8] = include_bytes!("../../../../tests/files/art/tower.png");
const CAT: &[u8] = include_bytes!("../../../../tests/files/art/cat.png");

fn medieval(sketches: Vec<Sketch>) -> Painted {
    let army = load_builtin("medieval").unwrap();
    let builtin = engine::battalion::builtin().iter();
    let text = builtin.into_iter().find(|one| one.id == "medieval").unwrap().text;
    let renderer = Renderer::new().unwrap();
    paint(&renderer, text, &army, sketches, &|_| true)
}

fn named(file: &str, bytes: &[u8]) -> Sketch {
    Sketch::named(file.to_owned(), bytes.to_vec())
}

#[test]
fn pictures_find_their_pieces_and_the_file_can_be_read() {
    let painted = medieval(vec![
        named("Q.png", CAT),
        named("ROOK.gif", TOWER),
        named("knigth.png", CAT),
        named("pawn.png", b"no picture"),
        named("queen.webp", TOWER),
    ]);
    let new: Vec<&str> = painted.pieces.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(new, ["Queen", "Rook"]);
    assert!(painted.pieces.iter().all(|one| one.nearest.is_some()));
    let refused: Vec<_> = painted.refused.iter().map(|one| (one.file.as_str(), &one.why)).collect();
    let meant = Some("knight".to_owned());
    let asked = "knigth".to_owned();
    assert_eq!(
        refused,
        [
            ("knigth.png", &SketchRefusal::NoPiece { asked, meant }),
            ("pawn.png", &SketchRefusal::Trace(TraceError::Unknown)),
            ("queen.webp", &SketchRefusal::Twice("Queen".to_owned())),
        ]
    );
    let army = engine::battalion::read(&painted.text, &engine::ability::specs()).unwrap();
    let drawn: Vec<&str> =
        army.pieces.iter().filter(|piece| piece.art.is_some()).map(|piece| piece.id.as_str()).collect();
    assert_eq!(drawn.len(), 2);
    assert!(drawn.contains(&"queen") && drawn.contains(&"rook"));
    // Without the inserted lines, the file equals the original.
    let lines = painted.text.lines().filter(|line| !line.starts_with("art = "));
    let builtin = engine::battalion::builtin().iter().find(|one| one.id == "medieval");
    assert!(lines.eq(builtin.unwrap().text.lines()));
}

#[test]
fn a_picture_like_another_pieces_is_refused() {
    let painted = medieval(vec![named("queen.png", CAT), named("king.png", CAT)]);
    // Of two pictures, that of the later piece is refused, in whatever order they come.
    assert_eq!(painted.pieces.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["King"]);
    let [RefusedSketch { file, why }] = painted.refused.as_slice() else { panic!("{:?}", painted.refused) };
    let alike = SketchRefusal::Alike { piece: "Queen".to_owned(), other: "King".to_owned() };
    assert_eq!((file.as_str(), why), ("queen.png", &alike));
    let all = ["queen.png", "king.png", "rook.png"].map(|file| named(file, CAT));
    let painted = medieval(all.into());
    assert_eq!((painted.pieces.len(), painted.refused.len()), (1, 2));
    assert_eq!(painted.pieces[0].name, "King");
    assert!(painted.refused.iter().all(|one| matches!(one.why, SketchRefusal::Alike { .. })), "{:?}", painted.refused);
    let army = load_builtin("medieval").unwrap();
    let renderer = Renderer::new().unwrap();
    let late = paint(&renderer, "", &army, vec![named("king.png", CAT)], &|_| false);
    assert_eq!(late.refused[0].why, SketchRefusal::Late);
    // The time limit also applies to the comparison of pictures.
    let pictures = vec![named("king.png", CAT), named("queen.png", CAT)];
    let late = paint(&renderer, "", &army, pictures, &|done| done < 2);
    assert!(late.pieces.is_empty());
    assert_eq!(late.refused.len(), 2);
    assert!(late.refused.iter().all(|one| one.why == SketchRefusal::Late));
}

#[test]
fn unknown_icons_are_named_with_what_was_meant() {
    let mut army = Definition::clone(&load_builtin("medieval").unwrap());
    assert_eq!(unknown_icons(&army), []);
    army.pieces[0].icon = "ches-king".to_owned();
    let [unknown] = &unknown_icons(&army)[..] else { panic!() };
    assert_eq!(unknown.meant, Some("chess-king"));
    // A piece with a picture of its own needs no icon.
    let view = engine::piece::art::ViewBox::default();
    army.pieces[0].art = Some(Art::new("M5 5h90v90h-90z", "", view).unwrap());
    assert_eq!(unknown_icons(&army), []);
}

#[test]
fn a_card_of_one_piece_is_named_after_it() {
    let army = load_builtin("medieval").unwrap();
    let renderer = Renderer::new().unwrap();
    let (one, two) = (cards(&renderer, &army, &[1]).unwrap(), cards(&renderer, &army, &[1, 2]).unwrap());
    assert_eq!((one.len(), two.len()), (1, 1));
    assert!(one[0].alt.starts_with("Queen") && two[0].alt.starts_with("Medieval"), "{} {}", one[0].alt, two[0].alt);
}

/// A zip file is unpacked also if a piece is named. Pictures can fill the file up to its limit.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_added_up_to_the_limit_of_a_file() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("knights", "Knights")).await;
    let draw = async |bytes: u32| {
        let change = move |settings: &mut GuildSettings| {
            settings.limits = Limits { bytes, ..Limits::MOST };
            Ok(())
        };
        host.settings.change_guild_settings(&manager_of(HOME), HOME, change).await.unwrap();
        let (by, zip) = (manager_of(HOME), ("pictures.zip".to_owned(), zipped(&[("queen.png", CAT)])));
        host.battalions.draw_battalion(&by, HOME, "knights", Some("King"), zip, Progress::default()).await
    };
    let Drawing::Draft { draft, pieces, .. } = draw(Limits::MOST.bytes).await.unwrap() else { panic!() };
    assert_eq!(pieces.len(), 1);
    assert_eq!(pieces[0].name, "Queen");
    let bytes = host.battalions.store.drafts(draft.id).await.unwrap()[0].file.len();
    let most = u32::try_from(bytes).unwrap();
    assert!(matches!(draw(most).await.unwrap(), Drawing::Draft { .. }));
    let refused = FileRefusal::PicturesTooLarge { bytes, most: bytes - 1 };
    assert_eq!(refusal(draw(most - 1).await), refused.into());
}
