// Comments of the example tracker. `{part}` is the subject of the bug.

export const summaries: readonly string[] = [
  '{part} is slow with more than 500 entries',
  '{part} shows times in the wrong zone',
  '{part} loses its settings after an update',
  '{part} cannot be reached with the keyboard',
  '{part} ignores the language of the user',
  '{part}: error message does not say what to do',
  '{part} breaks on names with apostrophes',
  '{part} shows yesterday’s data until reloaded',
  '{part} fails without a word when the network is gone',
  '{part}: text is cut off on small screens',
  '{part} can be submitted twice by double-clicking',
  'Crash in {part} after waking up from standby',
  'Add an undo to {part}',
  'Let administrators switch off {part}',
  'Document how {part} works',
]

export const descriptions: readonly string[] = [
  'Seen on the test system this morning.\n\nSteps:\n1. Open the {part}\n2. Do what one does there\n3. Look closely\n\nExpected: it works. Seen: it does not.',
  'A customer reported this about the {part}, and I can reproduce it every time.',
  'This started with the last release; the {part} was fine before that.',
  'Not urgent, but it makes the {part} look careless. Screenshot to follow.',
  'I have no steps yet. It happened twice with the {part}, both times shortly after midnight.',
  'Three people asked for this in the last month. The {part} is the last place where it is missing.',
]

export const remarks: readonly string[] = [
  'I can reproduce this on two machines.',
  'Could you attach the log of a failing run?',
  'The log shows nothing unusual; the request never arrives.',
  'This looks like the thing we had in spring, but that fix is still in place.',
  'I have a patch, it needs a test.',
  'Works for me with a fresh profile. What is in yours?',
  'Customers keep asking; can we have this in the next release?',
  'Moving this forward: it is small and annoying.',
  'I measured it: most of the time is spent waiting for the second query.',
  'Agreed in the weekly meeting that we do the simple version first.',
]

export const closings: Readonly<Record<string, string>> = {
  FIXED: 'Fixed and deployed to the test system.',
  INVALID: 'It is designed to work like this; see the handbook.',
  WONTFIX: 'We decided against it: the old screen goes away in the next version.',
  WORKSFORME: 'I cannot reproduce this any more, and there were no reports for weeks.',
}
