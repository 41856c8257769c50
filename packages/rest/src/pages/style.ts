/** How pages look, by day and by night. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfb; --ink: #22262b; --quiet: #5d6670; --line: #d9dde1; --sheet: #f4f5f3;
  --key: #6b3fa0; --text: #20663a; --value: #9a4a00; --link: #0b57c2; --error: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --ink: #dfe3e7; --quiet: #9aa4ae; --line: #333a41; --sheet: #1c2025;
    --key: #c6a5f5; --text: #8fd3a3; --value: #f0b072; --link: #8ab8ff; --error: #ff8a80;
  }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 72rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { padding-bottom: 0; }
h1 { margin: .5rem 0; font-size: 1.4rem; line-height: 1.3; overflow-wrap: anywhere; }
h1.error { color: var(--error); }
header p { margin: .5rem 0; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
a { color: var(--link); text-decoration: underline; text-decoration-color: color-mix(in srgb, currentcolor 40%, transparent); text-underline-offset: .15em; }
a:hover, a:focus-visible { text-decoration-color: currentcolor; text-decoration-thickness: 2px; }
pre {
  margin: 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--sheet);
  font: 14px/1.6 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre-wrap; overflow-wrap: anywhere;
  tab-size: 2;
}
pre .k { color: var(--key); }
pre .t { color: var(--text); unicode-bidi: isolate; }
pre .v { color: var(--value); }
pre .n { color: var(--quiet); }
pre .n::after { content: '\\a'; white-space: pre; }
pre q { display: block; margin: 0 0 -1.6em 10ch; padding-left: 1.5ch; border-left: 2px solid var(--line); quotes: none; }
pre a [class] { color: var(--link); }
`
