//! What reading a cell comes to, where the pen may have slipped.

/// Something read, and whether it had to be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// What it says.
    pub value: T,
    /// Whether the pen slipped, with one meaning.
    pub mended: bool,
}

impl<T> Read<T> {
    /// As it is written.
    pub fn fair(value: T) -> Read<T> {
        Read { value, mended: false }
    }

    /// Mended.
    pub fn mended(value: T) -> Read<T> {
        Read { value, mended: true }
    }

    /// The same with another value.
    pub fn map<U>(self, with: impl FnOnce(T) -> U) -> Read<U> {
        Read { value: with(self.value), mended: self.mended }
    }
}
