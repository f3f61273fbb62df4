//! The folder of knowledge, and the rule by which parts are replaced.
//!
//! A new part replaces an old one only if a comparison finds that it is not worse; other
//! parts stay. A file is replaced [atomically](atomic_file); the version before stays
//! beside it as `NAME.old` when a part of it was replaced. A file that cannot be read,
//! since it is damaged or of a newer version, is never overwritten.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use ludex_search::Features;
use ludex_search::evaluate::LinearEvaluator;
use ludex_support::atomic_file::{self, WriteError};

use crate::{Identity, Knowledge, PlayerTrial};

/// A folder with a knowledge file for each game.
///
/// Files are named by the [`Identity`] of their game, so that scrambled copies find the
/// knowledge. File names contain no external text.
///
/// ```
/// use ludex_gdl::{Sheet, Source};
/// use ludex_learn::{Comparison, Fate, Identity, KnowledgeStore};
/// use ludex_search::Features;
///
/// let folder = tempfile::tempdir().unwrap();
/// let game = Identity::of(&Sheet::parse(Source::new("x.kif", "(role me)")).0);
/// let file = KnowledgeStore::new(folder.path()).file(&game);
/// assert!(file.read().unwrap().is_none());
/// let features = |others| Features { others, ..Features::default() };
/// let kept = file.keep_features(&features(0.5), |_| unreachable!("nothing to compare with")).unwrap();
/// assert_eq!(kept.fate, Fate::First);
/// let worse = |_: &Features| Comparison { is_worse: true, figures: "2 of 9 points".into() };
/// let kept = file.keep_features(&features(0.7), worse).unwrap();
/// assert_eq!(kept.knowledge.features, Some(features(0.5)));
/// assert_eq!(kept.fate.note("features").unwrap(), "kept the features of before: 2 of 9 points");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeStore {
    folder: PathBuf,
}

/// The knowledge file of one game.
#[derive(Clone, Debug)]
pub struct KnowledgeFile {
    path: PathBuf,
    identity: Identity,
    /// Whether a missing folder is created.
    makes_folder: bool,
}

/// The comparison of a new part with the old one.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Whether the new part must not replace the old one.
    pub is_worse: bool,
    /// The figures of the comparison, in words.
    pub figures: String,
}

/// The decision about a new part.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// There was no old part.
    First,
    /// It equals the old part.
    Same,
    /// It replaces the old part, with the figures of the comparison.
    Replaces(String),
    /// The old part is kept, with the figures of the comparison.
    Yields(String),
}

/// The result of offering a part.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The knowledge in the file.
    pub knowledge: Knowledge,
    /// The decision about the part.
    pub fate: Fate,
}

/// Why knowledge cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file or its folder cannot be used.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file is not knowledge of this game that can be read.
    #[error("{}: {what}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The fault.
        what: String,
    },
}

/// The longest knowledge file.
const FILE_BYTES_MAX: u64 = 64 << 20;

impl KnowledgeStore {
    /// A folder, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The file of a game.
    pub fn file(&self, identity: &Identity) -> KnowledgeFile {
        let path = self.folder.join(format!("{}.txt", identity.key()));
        KnowledgeFile { makes_folder: true, ..KnowledgeFile::new(path, identity.clone()) }
    }
}

impl KnowledgeFile {
    /// A file of any name in a folder that exists, for a game.
    pub fn new(path: impl Into<PathBuf>, identity: Identity) -> Self {
        Self { path: path.into(), identity, makes_folder: false }
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a pipe or a device, which can be written but not replaced.
    pub fn is_device(&self) -> bool {
        let metadata = std::fs::metadata(&self.path);
        metadata.is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
    }

    /// The knowledge of the game, in its words; `None` if there is no file.
    pub fn read(&self) -> Result<Option<Knowledge>, StoreError> {
        self.parse(self.text()?.as_deref())
    }

    /// Checks that the file can be written, and returns its knowledge.
    pub fn prepare(&self) -> Result<Option<Knowledge>, StoreError> {
        if self.is_device() {
            return Ok(None);
        }
        let known = self.read()?;
        self.make_folder()?;
        atomic_file::check(&self.path)?;
        Ok(known)
    }

    fn make_folder(&self) -> Result<(), StoreError> {
        match self.makes_folder {
            true => std::fs::create_dir_all(self.folder()).map_err(|error| self.failed(error)),
            false => Ok(()),
        }
    }

    /// Renames an existing file, and returns the new name.
    pub fn set_aside(&self) -> Result<Option<PathBuf>, StoreError> {
        if self.is_device() || !self.path.exists() {
            return Ok(None);
        }
        let name = |number: u32| self.beside(&format!("aside-{number}"));
        let free = (1..).map(name).find(|path| !path.exists());
        let free = free.unwrap_or_else(|| self.beside("aside"));
        std::fs::rename(&self.path, &free).map_err(|error| self.failed(error))?;
        Ok(Some(free))
    }

    /// Offers features; `compare` is called with the old ones, if they differ.
    pub fn keep_features(
        &self,
        features: &Features,
        mut compare: impl FnMut(&Features) -> Comparison,
    ) -> Result<Kept, StoreError> {
        self.update(|known| {
            let fate = fate(features, known.features.as_ref(), &mut compare);
            if fate.is_taken() {
                known.features = Some(features.clone());
            }
            fate
        })
    }

    /// Offers an evaluator; `compare` is called with the old one, if it differs.
    pub fn keep_evaluator(
        &self,
        evaluator: &LinearEvaluator,
        mut compare: impl FnMut(&LinearEvaluator) -> Comparison,
    ) -> Result<Kept, StoreError> {
        self.update(|known| {
            let fate = fate(evaluator, known.evaluator.as_ref(), &mut compare);
            if fate.is_taken() {
                known.evaluator = Some(evaluator.clone());
            }
            fate
        })
    }

    /// Keeps the result of a match between players, which replaces an old one.
    pub fn keep_player(&self, trial: PlayerTrial) -> Result<Kept, StoreError> {
        self.update(|known| {
            known.player = Some(trial);
            Fate::First
        })
    }

    /// Replaces the parts that are given without a comparison, and adds remarks.
    pub fn keep_all(&self, knowledge: &Knowledge) -> Result<Kept, StoreError> {
        self.update(|known| {
            for remark in &knowledge.remarks {
                if !known.remarks.contains(remark) {
                    known.remarks.push(remark.clone());
                }
            }
            known.features = knowledge.features.clone().or(known.features.take());
            known.evaluator = knowledge.evaluator.clone().or(known.evaluator.take());
            known.player = knowledge.player.or(known.player);
            Fate::First
        })
    }

    /// Changes the knowledge. If another process writes the file meanwhile, the change is
    /// made again on the new content.
    fn update(&self, mut change: impl FnMut(&mut Knowledge) -> Fate) -> Result<Kept, StoreError> {
        loop {
            let text = self.text()?;
            let old = self.parse(text.as_deref())?;
            let mut knowledge =
                old.clone().unwrap_or_else(|| Knowledge::new(self.identity.clone()));
            let fate = change(&mut knowledge);
            if old.as_ref() == Some(&knowledge) {
                return Ok(Kept { knowledge, fate });
            }
            self.make_folder()?;
            let _lock = self.lock();
            if self.text()? == text {
                if old.is_some_and(|old| replaces(&knowledge, &old)) {
                    atomic_file::write(&self.beside("old"), text.unwrap_or_default())?;
                }
                atomic_file::write(&self.path, knowledge.to_string())?;
                return Ok(Kept { knowledge, fate });
            }
        }
    }

    /// The text of the file; `None` if the file is missing or empty.
    fn text(&self) -> Result<Option<String>, StoreError> {
        if self.is_device() {
            return Ok(None);
        }
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            file => file.map_err(|error| self.failed(error))?,
        };
        let mut bytes = Vec::new();
        let mut bounded = file.take(FILE_BYTES_MAX + 1);
        bounded.read_to_end(&mut bytes).map_err(|error| self.failed(error))?;
        if bytes.len() as u64 > FILE_BYTES_MAX {
            return Err(self.unreadable(format!("it has more than {} MB", FILE_BYTES_MAX >> 20)));
        }
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| self.unreadable("it is not a text in UTF-8".into()))?;
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    fn parse(&self, text: Option<&str>) -> Result<Option<Knowledge>, StoreError> {
        let Some(text) = text else { return Ok(None) };
        let known = Knowledge::parse(text).map_err(|what| self.unreadable(what))?;
        let known = known.in_words_of(&self.identity);
        known.map(Some).ok_or_else(|| self.unreadable("it is of another game".into()))
    }

    /// The file behind links.
    fn target(&self) -> PathBuf {
        std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone())
    }

    fn folder(&self) -> PathBuf {
        match self.target().parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
            _ => PathBuf::from("."),
        }
    }

    /// A file beside this one, with an ending added to its name.
    fn beside(&self, ending: &str) -> PathBuf {
        let target = self.target();
        let mut name = target.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{ending}"));
        self.folder().join(name)
    }

    /// Locks other processes out, where the system supports it. The folder itself is
    /// locked, so that no lock file is needed.
    fn lock(&self) -> Option<File> {
        let folder = File::open(self.folder()).ok()?;
        folder.lock().ok()?;
        Some(folder)
    }

    fn failed(&self, error: std::io::Error) -> StoreError {
        StoreError::Io { path: self.path.clone(), error }
    }

    fn unreadable(&self, what: String) -> StoreError {
        StoreError::Unreadable { path: self.path.clone(), what }
    }
}

/// Decides about a new part.
fn fate<T: PartialEq>(new: &T, old: Option<&T>, mut compare: impl FnMut(&T) -> Comparison) -> Fate {
    match old {
        None => Fate::First,
        Some(old) if old == new => Fate::Same,
        Some(old) => match compare(old) {
            Comparison { is_worse: false, figures } => Fate::Replaces(figures),
            Comparison { is_worse: true, figures } => Fate::Yields(figures),
        },
    }
}

/// Whether an old part was replaced.
fn replaces(new: &Knowledge, old: &Knowledge) -> bool {
    let features = old.features.is_some() && old.features != new.features;
    features || old.evaluator.is_some() && old.evaluator != new.evaluator
}

impl Fate {
    /// Whether the new part is kept.
    pub fn is_taken(&self) -> bool {
        !matches!(self, Self::Yields(_))
    }

    /// The decision in a line, given the name of the part.
    pub fn note(&self, part: &str) -> Option<String> {
        match self {
            Self::First => None,
            Self::Same => Some(format!("the {part} as before")),
            Self::Replaces(figures) => Some(format!("replaced the {part} of before: {figures}")),
            Self::Yields(figures) => Some(format!("kept the {part} of before: {figures}")),
        }
    }
}
