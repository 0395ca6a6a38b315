//! People in messages: names, mentions, computer players.

use serenity::all::UserId;

use crate::discord::answer::Answer;
use crate::discord::wording::{DisplayNames, clean, list};
use crate::host::{ComputerPlayer, Member};

/// Names of the people in the seats, for texts.
pub fn display_names(seats: &[Vec<Member>]) -> DisplayNames {
    DisplayNames::new(seats.iter().map(|members| members.iter().map(|member| member.name.clone()).collect()))
}

/// List of people for a sentence. Mentions those in `pinged` and names the others.
pub fn who(people: &[Member], pinged: &[Member]) -> String {
    let one = |member: &Member| {
        if pinged.contains(member) { format!("<@{}>", member.person) } else { format!("**{}**", clean(&member.name)) }
    };
    list(&people.iter().map(one).collect::<Vec<_>>())
}

/// Returns true for a computer player.
pub fn is_computer(member: &Member) -> bool {
    ComputerPlayer::of(member.person).is_some()
}

/// Allows a message to mention these people.
pub fn mentioning(answer: Answer, people: &[Member]) -> Answer {
    answer.mention(people.iter().map(|member| UserId::new(member.person.0)))
}
