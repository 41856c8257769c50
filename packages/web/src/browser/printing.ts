// Pages on paper: their times are exact.
import type { App } from '../state/app.js'

export function followPrinting(app: App): void {
  const print = matchMedia('print')
  const follow = () => (app.isPrinting.value = print.matches)
  follow()
  print.addEventListener('change', follow)
}
