// The style of the element. A constructed style sheet needs no permission of the page's policy. It has no blanks that
// it can do without, because no build removes them.

export const style = `
:host{--accent:var(--report-accent,#1d4ed8);font:1rem/1.5 var(--report-font,system-ui,sans-serif)}
[hidden],p:empty:not([role]),.rows:empty{display:none!important}
*{box-sizing:border-box;font:inherit;color:inherit}
dialog,button,input,select,textarea,fieldset,canvas,pre{border:1px solid GrayText;border-radius:.375rem;background:none}
button,input,select,textarea{min-height:2.25rem;padding:.375rem .75rem}
[aria-pressed=true],.main{background:var(--accent);color:#fff}
.open{position:var(--report-position,fixed);bottom:1rem;right:1rem;z-index:2147483000}
dialog{width:34rem;padding:1.25rem;
background:var(--report-background,Canvas);color:var(--report-color,CanvasText)}
h2,[id]>p+p{font-weight:600}
h2{margin:0 0 .75rem;font-size:1.25rem}
form,label,fieldset,.rows{display:grid;gap:.25rem;min-width:0}
form,.rows{gap:.75rem}
textarea{min-height:7rem;resize:vertical}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
input[type=checkbox]{width:1.25rem;min-height:1.25rem;margin:0;accent-color:var(--accent)}
input[type=file]{width:100%}
canvas{max-width:100%}
canvas.hiding{cursor:crosshair;touch-action:none}
pre{max-height:10rem;padding:.5rem;overflow:auto;font:.8125rem/1.4 monospace}
pre,p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
`
