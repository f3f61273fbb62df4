use game::*;
use gdl::circuit::*;
use gdl::*;
fn main() {
    let verify: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let secs: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let (mut ok, mut bad, mut n) = (0, 0, 0);
    for arg in std::env::args().skip(3) {
        n += 1;
        let name = std::path::Path::new(&arg).file_stem().unwrap().to_str().unwrap().to_string();
        let (sheet, _) = Sheet::parse(Source::from_bytes(&name, &std::fs::read(&arg).unwrap()));
        let Ok(reference) = Reference::new(&sheet, Limits::default()) else {
            println!("{name} NOLOAD");
            continue;
        };
        let t0 = std::time::Instant::now();
        let budget =
            Budget { time_max: std::time::Duration::from_secs(secs), ..Default::default() };
        let g = match Grounded::new(&sheet, &reference, &budget) {
            Ok(g) => g,
            Err(e) => {
                println!("{name} FAIL {e} {:.2}s", t0.elapsed().as_secs_f64());
                bad += 1;
                continue;
            }
        };
        let c = &g.circuit;
        println!(
            "{name} bases {} moves {} rules {} gates {} -> {} edges {} loops {:?} {:.3}s",
            c.n_bases,
            c.n_moves(),
            g.figures.n_rules,
            g.figures.n_gates_made,
            c.n_gates(),
            c.inputs.len(),
            c.loops.iter().map(|l| l.len()).max(),
            t0.elapsed().as_secs_f64()
        );
        ok += 1;
        // verify
        let mut rng = rng(1, 0);
        let mut state = reference.initial();
        for step in 0..verify {
            let mut bases = vec![false; c.n_bases];
            for f in state.facts() {
                bases[g.bases.iter().position(|b| b == f).expect("base")] = true;
            }
            let v = c.evaluate(&bases, &vec![false; c.n_moves()]);
            let term = reference.is_terminal(&state);
            assert_eq!(Circuit::value(&v, c.terminal), term, "{name} terminal");
            for r in 0..c.n_roles() {
                let goals: Vec<i64> = c.goals[r]
                    .iter()
                    .filter(|(_, l)| Circuit::value(&v, *l))
                    .map(|(x, _)| *x as i64)
                    .collect();
                assert_eq!(
                    goals,
                    reference.try_goals(&state, RoleId::new(r)).unwrap(),
                    "{name} goals"
                );
            }
            if term {
                state = reference.initial();
                if step > 20 {
                    break;
                };
                continue;
            }
            let mut mv = vec![false; c.n_moves()];
            let mut joint = vec![];
            if random_joint(&mut rng, &reference, &state, &mut joint).is_none() {
                break;
            }
            for r in 0..c.n_roles() {
                let legal: Vec<TermId> = c
                    .moves_of(r)
                    .filter(|&m| Circuit::value(&v, c.legal[m]))
                    .map(|m| g.moves[m])
                    .collect();
                assert_eq!(
                    legal,
                    reference.try_legal_moves(&state, RoleId::new(r)).unwrap(),
                    "{name} legal {step}"
                );
                mv[c.moves_of(r).find(|&m| g.moves[m] == joint[r]).unwrap()] = true;
            }
            let v = c.evaluate(&bases, &mv);
            reference.apply(&mut state, &joint);
            let mut next: Vec<TermId> = (0..c.n_bases)
                .filter(|&b| Circuit::value(&v, c.next[b]))
                .map(|b| g.bases[b])
                .collect();
            next.sort();
            assert_eq!(next, state.facts(), "{name} next {step}");
        }
    }
    println!("{ok} grounded, {bad} not, of {n}");
}
