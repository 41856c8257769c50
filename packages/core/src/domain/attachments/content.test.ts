import { describe, expect, it } from 'vitest'
import { fold } from '../../store/index.js'
import { searchableText } from './content.js'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('searchableText', () => {
  it('folds a long text as it does a short one, wherever its parts end', async () => {
    const words = [
      'Stra\u00dfe ',
      'E\u0301',
      '\u1112\u1161\u11ab',
      '\u6f22',
      '\ud83d\ude00',
      'I\u0307\u0323\n',
      '\u03a3\u03a3',
    ]
    for (const shift of ['', 'a', 'ab', 'abc', 'abcd']) {
      const text = shift + words.join('').repeat(40_000)
      expect((await searchableText('text/plain', bytes(text))) === fold(text)).toBe(true)
    }
  })

  it('lets others have a turn after each 256 kB, also of a text of combining marks only', async () => {
    let [turns, isDone] = [0, false]
    const another = () => void (isDone || (turns++, setImmediate(another)))
    setImmediate(another)
    const text = await searchableText('text/plain', bytes('\u0301'.repeat(4_000_000)))
    isDone = true
    expect(text?.replaceAll('\u034f', '')).toHaveLength(4_000_000)
    expect(turns).toBeGreaterThan(30)
  })
})
