//! Time, for libraries that want to know how long something takes: the computer's, and in a page none, as the page's program asks
//! nothing of its browser. In a page a solver therefore never stops for being late.

#[cfg(not(target_family = "wasm"))]
pub use std::time::*;

#[cfg(target_family = "wasm")]
pub use self::still::Instant;
#[cfg(target_family = "wasm")]
pub use std::time::Duration;

#[cfg(target_family = "wasm")]
mod still {
    use std::time::Duration;

    /// A moment on a clock that stands still.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The only moment that there is.
        pub const fn now() -> Instant {
            Instant(Duration::ZERO)
        }

        /// No time.
        pub const fn elapsed(&self) -> Duration {
            Duration::ZERO
        }

        /// The moment so much later, which never comes.
        pub fn checked_add(&self, later: Duration) -> Option<Instant> {
            self.0.checked_add(later).map(Instant)
        }
    }
}
