// Presses the control of a key, which its `aria-keyshortcuts` names.

/** Puts the focus into a field, and presses any other control. */
export function press(control: HTMLElement): void {
  if (control.matches('input:not([type=checkbox]), textarea, select')) control.focus()
  else control.click()
  if (control instanceof HTMLInputElement) control.select()
}

/** Links count even if a phone hides them in a menu. */
export function isUsable(control: HTMLElement): boolean {
  return !control.matches(':disabled') && (control.checkVisibility() || control.matches('a'))
}
