import { expect, it, describe } from 'vitest'
import { openFence } from './open-fence.js'

const openIn = (text: string) => openFence(text.split('\n'))

describe('the fence around the end of a text', () => {
  it('is the line that opens the block', () => {
    expect(openIn('Run\n\n```sh\nmake')).toBe('```sh')
    expect(openIn('- Run\n\n  ~~~\n  make')).toBe('  ~~~')
    expect(openIn('```sh\nmake\n```\nand wait')).toBe(undefined)
    expect(openIn('Nothing')).toBe(undefined)
  })

  it('ends with a line of at least as many of the same marks', () => {
    expect(openIn('````\n```\nmake')).toBe('````')
    expect(openIn('```\nmake\n`````')).toBe(undefined)
    expect(openIn('```\n~~~')).toBe('```')
    expect(openIn('```\n```js')).toBe('```')
  })

  it('is no code within a line', () => {
    expect(openIn('```make``` and wait')).toBe(undefined)
  })
})
