// The style of the element. A constructed style sheet needs no permission of the page's policy.

export const style = `
:host { --accent: var(--report-accent, #1d4ed8) }
[hidden] { display: none !important }
* { box-sizing: border-box; font: inherit; color: inherit }
:host, dialog { font-family: var(--report-font, system-ui, sans-serif); font-size: 1rem; line-height: 1.5 }
button, input, textarea { min-height: 2.25rem; padding: .375rem .75rem; border: 1px solid GrayText; border-radius: .375rem;
  background: none }
button { cursor: pointer }
[aria-pressed=true], .main { background: var(--accent); border-color: var(--accent); color: #fff }
:focus-visible { outline: 3px solid; outline-offset: 2px }
.open { position: var(--report-position, fixed); bottom: 1rem; right: 1rem; z-index: 2147483000 }
.open:focus-visible { outline-color: var(--accent) }
dialog { width: 34rem; max-width: calc(100vw - 1rem); max-height: calc(100dvh - 1rem); overflow: auto; padding: 1.25rem;
  border: 1px solid GrayText; border-radius: .5rem; background: var(--report-background, Canvas);
  color: var(--report-color, CanvasText) }
dialog::backdrop { background: #0008 }
.away, .away::backdrop { opacity: 0 }
h2 { margin: 0 0 .75rem; font-size: 1.25rem; font-weight: 600 }
form, label, .rows { display: grid; gap: .25rem; min-width: 0 }
form, .rows { gap: .75rem }
textarea { min-height: 7rem; resize: vertical }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
label.row { display: flex }
input[type=checkbox] { width: 1.25rem; min-height: 1.25rem; margin: 0; accent-color: var(--accent) }
input[type=file] { width: 100% }
canvas { max-width: 100%; border: 1px solid GrayText }
canvas.hiding { cursor: crosshair; touch-action: none }
pre { max-height: 10rem; margin: 0; padding: .5rem; overflow: auto; border: 1px solid GrayText; font: .8125rem/1.4 monospace;
  white-space: pre-wrap; overflow-wrap: anywhere }
p { margin: 0 }
`
