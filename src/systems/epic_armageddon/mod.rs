//! Epic Armageddon (the French F-ERC rulebook): shooting, barrages, crossfire, assaults and blast markers of infantry and
//! vehicles — chapters 1 and 2 of the book.
//!
//! Every section of the book, with the function that plays it or the reason why none does, is in [`sections`]
//! (`battle-odds systems` prints it). What is not simulated in this version: war engines (chapter 3), aircraft, spacecraft
//! and planetfall (chapter 4), flame templates (§6.1); movement, lines of sight and zones of control are told by the
//! scenario as numbers.
//!
//! | file | chapter |
//! |---|---|
//! | [`profile`] | §1.1.3, §2: units, weapons, abilities |
//! | [`forces`] | §1.2, §1.3, §1.7.5, §1.13: formations, losses, markers, breaking |
//! | [`state`] | what changes in a trial |
//! | [`activation`] | §1.6: action tests, the initiative, supreme commanders |
//! | [`terrain`], [`saves`] | §1.8, §1.9.6: cover, and the saves of one unit against one hit |
//! | [`volley`] | §1.9 to §1.11: shooting, overwatch, crossfire |
//! | [`allocation`] | §1.9.6: who takes which hit |
//! | [`barrage`] | §1.9.8 |
//! | [`assault`] | §1.12 |
//! | [`rally`] | §1.13.1, §1.14: getting rid of markers |
//! | [`arrival`] | §1.8.1, §2.1.21: dangerous terrain, teleportation |
//! | [`battle`] | a compiled scenario: its steps, played in order |
//! | [`measures`] | what is counted, and §5.1.7 |
//! | [`compile`] | from a scenario as written to a battle; the last place that can fail |

pub mod activation;
pub mod allocation;
pub mod arrival;
pub mod assault;
pub mod barrage;
pub mod battle;
pub mod compile;
pub mod forces;
pub mod measures;
pub mod profile;
pub mod rally;
pub mod saves;
pub mod sections;
pub mod state;
pub mod terrain;
pub mod volley;
