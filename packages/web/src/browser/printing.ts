// Pages on paper: their times are exact.
import type { App } from '../state/app.js'

export function followPrinting(app: App): void {
  matchMedia('print').addEventListener('change', ({ matches }) => (app.isPrinting.value = matches))
}
