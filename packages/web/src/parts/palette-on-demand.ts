// The command palette, loaded when it is first opened.
import { paletteTexts } from '../texts/english/palette.js'
import { suggestionTexts } from '../texts/english/suggestions.js'

export const texts = { palette: paletteTexts, suggestions: suggestionTexts }
export { Palette } from './palette.js'
