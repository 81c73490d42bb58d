//! What stands when the user stops a study before its end.

/// An answer of a study.
#[derive(Clone, Copy, Debug)]
pub struct Found<T> {
    /// The answer.
    pub answer: T,
    /// Whether the user let the study come to its end; else the answer is that of the trials played in full by then.
    pub is_whole: bool,
}
