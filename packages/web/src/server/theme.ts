// The theme of a host as a style sheet.

/** A colour as in CSS; one for both schemes, or one for each. */
export type Color = string | { readonly light: string; readonly dark: string }

/** The look of pages in a host. Omitted options keep their defaults. */
export interface Theme {
  /** Buttons, links and what has focus. */
  readonly accent?: Color | undefined
  readonly background?: Color | undefined
  readonly text?: Color | undefined
  /** The radius of corners in pixels, 0 to 24. */
  readonly radius?: number | undefined
  /** Names of fonts as in CSS: `"Inter", sans-serif`. */
  readonly font?: string | undefined
  /** Replaces the title in the header. */
  readonly logo?: { readonly type: 'image/svg+xml' | 'image/png'; readonly data: Uint8Array } | undefined
  /** CSS of the host, which is loaded last. */
  readonly stylesheet?: string | undefined
}

/** @throws TypeError */
export function requireTheme({ accent, background, text, radius, font, logo }: Theme): void {
  for (const [name, color] of Object.entries({ accent, background, text })) {
    if (color !== undefined) for (const one of bothOf(color)) requireColor(name, one)
  }
  if (radius !== undefined && !(radius >= 0 && radius <= 24))
    throw new TypeError(`theme.radius must be a number of pixels from 0 to 24, not ${radius}`)
  if (font !== undefined && !/^[A-Za-z0-9 ,'"-]{1,200}$/.test(font))
    throw new TypeError(`theme.font '${font}' must consist of letters, digits, spaces, commas, hyphens and quotes`)
  if (logo && !['image/svg+xml', 'image/png'].includes(logo.type))
    throw new TypeError(`theme.logo.type must be image/svg+xml or image/png, not '${String(logo.type)}'`)
}

/** The style sheet of a theme; empty for an empty theme. */
export function styleOf({ accent, background, text, radius, font, stylesheet }: Theme): string {
  const properties = [
    ...(accent === undefined ? [] : [`--accent: ${colorOf(accent)}`, `--on-accent: ${onColor(accent)}`]),
    ...(background === undefined ? [] : [`--canvas: ${colorOf(background)}`]),
    ...(text === undefined ? [] : [`--ink: ${colorOf(text)}`]),
    ...(radius === undefined ? [] : [`--radius: ${radius}px`]),
    ...(font === undefined ? [] : [`--font: ${font}`]),
  ]
  const layer = properties.length === 0 ? '' : `@layer theme {\n  :root {\n    ${properties.join(';\n    ')};\n  }\n}\n`
  return layer + (stylesheet ?? '')
}

/**
 * Returns the contrast of accent and background where it is too low to read, in light and dark mode; nothing
 * if it cannot be computed.
 */
export function weakContrasts({ accent, background }: Theme): string[] {
  if (accent === undefined) return []
  const [ofAccent, ofBackground] = [bothOf(accent), bothOf(background ?? { light: '#fafbfa', dark: '#121416' })]
  return ['light', 'dark'].flatMap((mode, index) => {
    const ratio = contrastOf(ofAccent[index] ?? '', ofBackground[index] ?? '')
    return ratio === undefined || ratio >= 4.5 ? [] : [`${mode}: ${ratio.toFixed(1)}`]
  })
}

function bothOf(color: Color): readonly [string, string] {
  return typeof color === 'string' ? [color, color] : [color.light, color.dark]
}

function colorOf(color: Color): string {
  return typeof color === 'string' ? color : `light-dark(${color.light}, ${color.dark})`
}

/** White or black, whichever is read better on the colour. */
function onColor(color: Color): string {
  const [light, dark] = bothOf(color).map((one) => ((luminanceOf(one) ?? 0) > 0.18 ? '#000' : '#fff'))
  return `light-dark(${light}, ${dark})`
}

function requireColor(name: string, color: string): void {
  const isKnown =
    typeof color === 'string' &&
    (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) || /^(rgb|hsl|oklch)\([0-9.,%\s/-]{1,60}\)$/.test(color))
  if (!isKnown)
    throw new TypeError(
      `theme.${name} '${String(color)}' is not a color such as #2f6f5e, rgb(47 111 94), hsl(164 40% 31%) or oklch(0.5 0.08 170)`,
    )
}

function contrastOf(one: string, other: string): number | undefined {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return a === undefined || b === undefined ? undefined : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Contrast by WCAG; undefined for colors that are not hexadecimal. */
function luminanceOf(color: string): number | undefined {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color) ?? []
  if (digits === undefined) return undefined
  const pairs = digits.length === 3 ? digits.split('').map((one) => one + one) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => {
    const part = parseInt(pair, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
