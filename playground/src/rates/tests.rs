//! Tests of single limits.

use super::*;

fn channel(number: u64) -> Resource<'static> {
    Resource { channel: number, token: "" }
}

fn scope(taken: &Result<Option<Bucket>, Limited>) -> Option<Scope> {
    taken.as_ref().err().map(|limited| limited.scope)
}

#[test]
fn a_channel_takes_five_messages_in_five_seconds() {
    let (mut rates, start) = (Rates::default(), Instant::now());
    for left in (0..5).rev() {
        let bucket = rates.take(Op::CreateMessage, channel(1), start).unwrap();
        assert_eq!(bucket.unwrap().remaining, left);
    }
    let later = start + Duration::from_secs(2);
    let limited = rates.take(Op::CreateMessage, channel(1), later).unwrap_err();
    assert_eq!(limited.scope, Scope::User);
    assert_eq!(limited.retry_after, Duration::from_secs(3));
    assert!(rates.take(Op::CreateMessage, channel(2), later).is_ok(), "another channel");
    assert!(rates.take(Op::UpdateMessage, channel(1), later).is_ok(), "another route");
    let over = start + Duration::from_secs(5);
    assert!(rates.take(Op::CreateMessage, channel(1), over).is_ok());
}

#[test]
fn fifty_a_second_are_all_but_interactions_do_not_count() {
    let (mut rates, now) = (Rates::default(), Instant::now());
    for number in 0..50 {
        assert!(rates.take(Op::CreateMessage, channel(number), now).is_ok());
    }
    let limited = rates.take(Op::GetMyUser, channel(0), now);
    assert_eq!(scope(&limited), Some(Scope::Global));
    let callback = rates.take(Op::CreateInteractionResponse, Resource::default(), now);
    assert!(callback.is_ok());
    assert_eq!((rates.traffic.counted, rates.traffic.total()), (51, 52));
    assert_eq!(rates.traffic.busiest_second, 51);
    assert!(rates.take(Op::GetMyUser, channel(0), now + Duration::from_secs(1)).is_ok());
}

#[test]
fn follow_ups_have_a_bucket_each_interaction_and_one_each_channel() {
    let (mut rates, now) = (Rates::default(), Instant::now());
    let tokens: Vec<String> = (0..7).map(|n| format!("token{n}")).collect();
    let taken: Vec<_> = tokens
        .iter()
        .flat_map(|token| std::iter::repeat_n(token.as_str(), 5))
        .map(|token| rates.take(Op::CreateFollowup, Resource { channel: 1, token }, now))
        .collect();
    assert!(taken[..30].iter().all(Result::is_ok));
    assert!(taken[30..].iter().all(|taken| scope(taken) == Some(Scope::Shared)));
    let sixth = rates.take(Op::CreateFollowup, Resource { channel: 2, token: "token0" }, now);
    assert_eq!(scope(&sixth), Some(Scope::User));
}

#[test]
fn invalid_requests_lock_the_address_out() {
    let mut rates = Rates::new(Rules { enforced: true, invalid: 10, lockout: Duration::from_secs(60) });
    let start = Instant::now();
    for _ in 0..20 {
        assert!(!rates.answered(429, Some(Scope::Shared), start));
        assert!(!rates.answered(404, None, start));
    }
    for _ in 0..10 {
        assert!(!rates.answered(403, None, start));
    }
    // The first ten have left the window by then.
    let later = start + limits::INVALID_WINDOW;
    for _ in 0..10 {
        assert!(!rates.answered(429, Some(Scope::User), later));
    }
    assert!(!rates.locked_out(later));
    assert!(rates.answered(401, None, later));
    assert!(rates.locked_out(later));
    assert!(!rates.locked_out(later + Duration::from_secs(60)));
}
