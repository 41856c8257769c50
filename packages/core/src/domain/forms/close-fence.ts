/** Longer fences are left open: texts have a limit. */
export const longestFence = 100

/** Ends code that the text does not end, so that what follows the text is not code. */
export function closeFence(text: string): string {
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = ''
  }
  return fence === '' || fence.length > longestFence ? text : `${text}\n${fence}`
}
