// The command palette, loaded when it is first opened.
import { paletteTexts } from '../texts/english/palette.js'

export const texts = { palette: paletteTexts }
export { Palette } from './palette.js'
