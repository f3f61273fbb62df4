//! Updates of knowledge files never lose a part.

use std::path::Path;
use std::sync::LazyLock;

use ludex_gdl::{Sheet, library};
use ludex_learn::{
    Comparison, Fate, Identity, Knowledge, KnowledgeFile, KnowledgeStore, StoreError,
};
use ludex_search::Features;
use ludex_search::evaluate::LinearEvaluator;
use proptest::prelude::*;

fn identity(name: &str) -> Identity {
    Identity::of(&Sheet::parse(library::find(name).expect("a game").source()).0)
}

fn tic_tac_toe() -> Identity {
    static IDENTITY: LazyLock<Identity> = LazyLock::new(|| identity("tic-tac-toe"));
    IDENTITY.clone()
}

fn features(number: u32) -> Features {
    let text = format!(
        "ludex features 1\n; lesson {number}\nuse yes\n\
         offensive x 100 (mark 2 3) if (cell 1 3 x) (cell 3 3 x)\n"
    );
    Features::parse(&text).expect("features")
}

fn evaluator(number: u32) -> LinearEvaluator {
    let text = format!("ludex evaluator 1\nrole x\n{}.5 (cell 2 2 x)\n", number + 1);
    LinearEvaluator::parse(&text).expect("an evaluator")
}

fn comparison(is_worse: bool) -> Comparison {
    Comparison { is_worse, figures: "3 of 8 points".into() }
}

/// An event in the life of a file.
#[derive(Clone, Debug)]
enum Step {
    /// A part is offered, which may be worse.
    Features(u32, bool),
    Evaluator(u32, bool),
    /// A process was killed after it wrote this number of bytes of the next file.
    Killed(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0u32..5, any::<bool>()).prop_map(|(number, is_worse)| Step::Features(number, is_worse)),
        (0u32..5, any::<bool>()).prop_map(|(number, is_worse)| Step::Evaluator(number, is_worse)),
        (0usize..400).prop_map(Step::Killed),
    ];
    prop::collection::vec(step, 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parts_are_never_less_than_before(steps in steps()) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = KnowledgeStore::new(folder.path()).file(&tic_tac_toe());
        let (mut best_features, mut best_evaluator) = (None, None);
        for step in steps {
            match step {
                Step::Features(number, is_worse) => {
                    let new = features(number);
                    let kept = file.keep_features(&new, |_| comparison(is_worse)).expect("kept");
                    if best_features.is_none() || !is_worse {
                        best_features = Some(new);
                    }
                    prop_assert_eq!(&kept.knowledge.features, &best_features);
                }
                Step::Evaluator(number, is_worse) => {
                    let new = evaluator(number);
                    let kept = file.keep_evaluator(&new, |_| comparison(is_worse)).expect("kept");
                    if best_evaluator.is_none() || !is_worse {
                        best_evaluator = Some(new);
                    }
                    prop_assert_eq!(&kept.knowledge.evaluator, &best_evaluator);
                }
                Step::Killed(n_bytes) => {
                    let text = Knowledge::new(tic_tac_toe()).to_string();
                    let part = &text.as_bytes()[..n_bytes.min(text.len())];
                    std::fs::write(beside(file.path(), "part"), part).expect("a file");
                }
            }
            let known = file.read().expect("it is readable");
            let parts = known.map_or((None, None), |known| (known.features, known.evaluator));
            prop_assert_eq!(parts, (best_features.clone(), best_evaluator.clone()));
        }
    }

    #[test]
    fn a_damaged_file_is_left_alone(at in 0usize..1000, byte in any::<u8>(), cuts in any::<bool>()) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = KnowledgeStore::new(folder.path()).file(&tic_tac_toe());
        file.keep_features(&features(1), |_| comparison(false)).expect("kept");
        file.keep_evaluator(&evaluator(1), |_| comparison(false)).expect("kept");
        let mut bytes = std::fs::read(file.path()).expect("a file");
        let at = at % bytes.len();
        if cuts { bytes.truncate(at) } else { bytes[at] = byte }
        std::fs::write(file.path(), &bytes).expect("a file");
        match file.read() {
            Err(StoreError::Unreadable { .. }) => {
                prop_assert!(file.prepare().is_err());
                prop_assert!(file.keep_features(&features(2), |_| comparison(false)).is_err());
                prop_assert_eq!(std::fs::read(file.path()).expect("a file"), bytes);
            }
            Err(error) => prop_assert!(false, "{}", error),
            Ok(known) => {
                // The damaged text is still valid; its parts stay.
                let before = known.and_then(|known| known.evaluator);
                let kept = file.keep_features(&features(2), |_| comparison(false)).expect("kept");
                prop_assert_eq!(kept.knowledge.evaluator, before);
            }
        }
    }
}

fn beside(path: &Path, ending: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{ending}"));
    name.into()
}

#[test]
fn files_of_other_games_and_versions_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("known.txt");
    let ours = KnowledgeFile::new(&path, tic_tac_toe());
    ours.keep_features(&features(1), |_| comparison(false)).expect("kept");
    let text = std::fs::read_to_string(&path).expect("a file");
    let theirs = KnowledgeFile::new(&path, identity("connect-four"));
    let error = theirs.keep_evaluator(&evaluator(1), |_| comparison(false)).unwrap_err();
    assert!(error.to_string().ends_with("known.txt: it is of another game"), "{error}");
    for newer in [
        text.replace("ludex knowledge 1", "ludex knowledge 2"),
        text.replace("ludex features 1", "ludex features 7"),
        format!("{text}ludex dreams 1\nof sheep\n"),
        "a letter to a friend".into(),
    ] {
        std::fs::write(&path, &newer).expect("a file");
        assert!(matches!(ours.prepare(), Err(StoreError::Unreadable { .. })), "{newer}");
        assert!(ours.keep_features(&features(2), |_| comparison(false)).is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), newer);
    }
    let aside = ours.set_aside().expect("it is moved").expect("there is a file");
    assert!(aside.ends_with("known.txt.aside-1") && !path.exists());
    assert_eq!(ours.prepare().expect("it can be written"), None);
}

#[test]
fn the_version_before_stays_beside_the_new_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = KnowledgeStore::new(folder.path().join("new")).file(&tic_tac_toe());
    file.keep_features(&features(1), |_| comparison(false)).expect("kept");
    let old = beside(file.path(), "old");
    // A new part removes nothing.
    file.keep_evaluator(&evaluator(1), |_| comparison(false)).expect("kept");
    assert!(!old.exists());
    let before = std::fs::read_to_string(file.path()).expect("a file");
    let kept = file.keep_features(&features(2), |_| comparison(false)).expect("kept");
    assert_eq!(kept.fate, Fate::Replaces("3 of 8 points".into()));
    assert_eq!(std::fs::read_to_string(old).expect("a file"), before);
    let same = file.keep_features(&features(2), |_| panic!("there is nothing to compare"));
    assert_eq!(same.expect("kept").fate, Fate::Same);
}

#[test]
fn writers_do_not_forget_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = KnowledgeStore::new(folder.path());
    let game = tic_tac_toe();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let file = store.file(&game);
            scope.spawn(move || match number % 2 {
                0 => file.keep_features(&features(number), |_| comparison(false)).expect("kept"),
                _ => file.keep_evaluator(&evaluator(number), |_| comparison(false)).expect("kept"),
            });
        }
    });
    let known = store.file(&game).read().expect("it is readable").expect("a file");
    assert!(known.features.is_some() && known.evaluator.is_some());
}
