/** Returns the fence that is open after a line, if `open` was before; empty if none is. Lists and quotes are not seen. */
export function fenceAfter(open: string, line: string): string {
  const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? ''
  if (open === '') return mark
  return mark.startsWith(open) && line.trim() === mark ? '' : open
}

/** Longer fences are left open by `closeFence`: texts have a limit. */
export const longestFence = 100

/**
 * Ends code that the text does not end: text that is appended is then not code.
 *
 * @example
 * closeFence('~~~\nmake') // '~~~\nmake\n~~~'
 */
export function closeFence(text: string): string {
  let fence = ''
  for (const line of text.split('\n')) fence = fenceAfter(fence, line)
  return fence === '' || fence.length > longestFence ? text : `${text}\n${fence}`
}
