//! Regular expressions of the contract's portable subset, matched anywhere in a text in time linear in its length.
//!
//! The subset (schemas, `leaks.json`): literals, classes of ASCII characters, groups without capture, alternation,
//! repeats, and `^` and `$` for the start and the end of the text.

/// One step of a compiled pattern; jumps are relative, so that a piece can be copied for a repeat.
#[derive(Clone, Debug)]
enum Step {
    /// Takes one character: of these ASCII characters, or any other one if `others`.
    Take {
        ascii: u128,
        others: bool,
    },
    Jump(isize),
    /// Goes on with the next step, and as well with that one.
    Split(isize),
    Start,
    End,
}

#[derive(Debug)]
pub(crate) struct Pattern(Vec<Step>);

impl Pattern {
    /// # Panics
    ///
    /// If the pattern is not one of the subset, which the generator has made sure of.
    pub(crate) fn new(source: &str) -> Self {
        let mut compiler = Compiler { rest: source.as_bytes() };
        let steps = compiler.alternatives();
        assert!(compiler.rest.is_empty(), "the generator lets no such pattern through: {source}");
        Self(steps)
    }

    /// Whether the pattern matches somewhere in `text`.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        let mut now = Threads::new(self.0.len());
        let mut next = Threads::new(self.0.len());
        let mut characters = text.char_indices();
        loop {
            let at = characters.offset();
            now.add(&self.0, 0, at == 0, at == text.len());
            if now.is_done {
                return true;
            }
            let Some((_, character)) = characters.next() else { return false };
            let after = characters.offset();
            for step in now.list.drain(..) {
                let Step::Take { ascii, others } = self.0[step] else { continue };
                let is_taken = if character.is_ascii() { ascii >> u32::from(character) & 1 == 1 } else { others };
                if is_taken {
                    next.add(&self.0, step + 1, false, after == text.len());
                }
            }
            now.clear();
            std::mem::swap(&mut now, &mut next);
        }
    }
}

/// The steps that are waiting for a character, each once.
struct Threads {
    list: Vec<usize>,
    pending: Vec<usize>,
    seen: Vec<u32>,
    generation: u32,
    is_done: bool,
}

impl Threads {
    fn new(size: usize) -> Self {
        Self { list: Vec::new(), pending: Vec::new(), seen: vec![0; size], generation: 1, is_done: false }
    }

    fn clear(&mut self) {
        self.generation += 1;
    }

    /// Add `step` and all that is reached from it without a character.
    fn add(&mut self, steps: &[Step], step: usize, is_start: bool, is_end: bool) {
        self.pending.push(step);
        while let Some(at) = self.pending.pop() {
            let Some(step) = steps.get(at) else {
                self.is_done = true;
                continue;
            };
            if std::mem::replace(&mut self.seen[at], self.generation) == self.generation {
                continue;
            }
            match *step {
                Step::Take { .. } => self.list.push(at),
                Step::Jump(by) => self.pending.push(at.wrapping_add_signed(by)),
                Step::Split(by) => self.pending.extend([at + 1, at.wrapping_add_signed(by)]),
                Step::Start if is_start => self.pending.push(at + 1),
                Step::End if is_end => self.pending.push(at + 1),
                Step::Start | Step::End => {}
            }
        }
    }
}

struct Compiler<'s> {
    rest: &'s [u8],
}

impl Compiler<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.rest.first() == Some(&byte);
        if is_next {
            self.rest = &self.rest[1..];
        }
        is_next
    }

    fn alternatives(&mut self) -> Vec<Step> {
        let mut first = self.sequence();
        while self.takes(b'|') {
            let second = self.sequence();
            first.insert(0, Step::Split(distance(first.len() + 2)));
            first.push(Step::Jump(distance(second.len() + 1)));
            first.extend(second);
        }
        first
    }

    fn sequence(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        while !matches!(self.rest.first(), None | Some(b'|' | b')')) {
            let atom = self.atom();
            let (least, most) = self.repeats();
            for _ in 0..least {
                steps.extend_from_slice(&atom);
            }
            let once = atom.len() + 1;
            let Some(most) = most else {
                steps.push(Step::Split(distance(once + 1)));
                steps.extend(atom);
                steps.push(Step::Jump(-distance(once)));
                continue;
            };
            // Each time but the last leads on to the next, or past all of them.
            for left in (1..=most - least).rev() {
                steps.push(Step::Split(distance(left * once)));
                steps.extend_from_slice(&atom);
            }
        }
        steps
    }

    fn atom(&mut self) -> Vec<Step> {
        match self.next() {
            Some(b'^') => vec![Step::Start],
            Some(b'$') => vec![Step::End],
            Some(b'(') => {
                // `?:`, since no group captures.
                self.rest = &self.rest[2..];
                let inner = self.alternatives();
                self.takes(b')');
                inner
            }
            Some(b'[') => vec![self.class()],
            Some(byte) => vec![Step::Take { ascii: 1 << self.character(byte), others: false }],
            None => Vec::new(),
        }
    }

    fn class(&mut self) -> Step {
        let others = self.takes(b'^');
        let mut ascii = 0_u128;
        while let Some(byte) = self.next().filter(|byte| *byte != b']') {
            let first = self.character(byte);
            let mut last = first;
            if self.rest.first() == Some(&b'-') && self.rest.get(1) != Some(&b']') {
                self.rest = &self.rest[1..];
                last = self.next().map_or(first, |byte| self.character(byte));
            }
            (first..=last).for_each(|code| ascii |= 1 << code);
        }
        Step::Take { ascii: if others { !ascii } else { ascii }, others }
    }

    /// The character that `byte`, or the escape that it begins, stands for.
    fn character(&mut self, byte: u8) -> u8 {
        match byte {
            b'\\' => match self.next() {
                Some(b't') => b'\t',
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(byte) => byte,
                None => b'\\',
            },
            byte => byte,
        }
    }

    /// How often what stands before is repeated: at least, and at most if there is a bound.
    fn repeats(&mut self) -> (usize, Option<usize>) {
        match self.rest.first() {
            Some(b'?') => (0, self.next().map(|_| 1)),
            Some(b'*') => (0, self.next().and(None)),
            Some(b'+') => (1, self.next().and(None)),
            Some(b'{') => {
                self.next();
                let least = self.count();
                let most = if self.takes(b',') { Some(self.count()).filter(|most| *most > 0) } else { Some(least) };
                self.takes(b'}');
                (least, most)
            }
            _ => (1, Some(1)),
        }
    }

    fn count(&mut self) -> usize {
        let mut count = 0;
        while let Some(digit) = self.rest.first().filter(|byte| byte.is_ascii_digit()) {
            count = count * 10 + usize::from(digit - b'0');
            self.rest = &self.rest[1..];
        }
        count
    }
}

fn distance(steps: usize) -> isize {
    isize::try_from(steps).unwrap_or(isize::MAX)
}
