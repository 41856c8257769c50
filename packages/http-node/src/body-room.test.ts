import { describe, expect, it } from 'vitest'
import { createBodyRoom, type HeldBody } from './body-room.js'

const known = { isKnown: () => true }
const unknown = { isKnown: () => false }
const kb = 1024

/** Room of 1,024 kB: 512 for the unproven, 128 for one address, 256 and 32 for the later parts of what strangers send. */
function open() {
  let refused = 0
  const room = createBodyRoom(1024 * kb, () => refused++)
  const bodyOf = (address: string, isNamed = true): HeldBody => {
    const body = room.open(address)
    if (isNamed) room.name(body)
    return body
  }
  return { room, bodyOf, refused: () => refused }
}

const busy = expect.objectContaining({ code: 'too_busy' }) as unknown

describe('room for bodies', () => {
  it('is refused to an address that has its share, and not to another or to the same once it has been answered', () => {
    const { room, bodyOf, refused } = open()
    const [first, second] = [bodyOf('192.0.2.1'), bodyOf('192.0.2.1')]
    room.take(first, 100 * kb, unknown)
    expect(() => room.take(second, 29 * kb, unknown)).toThrow(busy)
    room.take(bodyOf('192.0.2.2'), 29 * kb, unknown)
    room.release(first)
    room.take(second, 29 * kb, unknown)
    expect([refused(), room.bytes()]).toEqual([1, 58 * kb])
  })

  it('counts a network of IPv6 as one address', () => {
    const { room, bodyOf } = open()
    room.take(bodyOf('2001:db8::1'), 100 * kb, unknown)
    expect(() => room.take(bodyOf('2001:db8::ffff'), 29 * kb, unknown)).toThrow(busy)
  })

  it('is kept by half for those whose credentials were right lately', () => {
    const { room, bodyOf } = open()
    for (let n = 0; n < 5; n++) room.take(bodyOf(`192.0.2.${n}`), 100 * kb, unknown)
    const late = bodyOf('192.0.2.9')
    expect(() => room.take(late, 100 * kb, unknown)).toThrow(busy)
    room.take(late, 100 * kb, known)
  })

  it('is small for strangers beyond the beginning of a body, and as large as of others once the body names its caller', () => {
    const { room, bodyOf } = open()
    const [one, other] = [bodyOf('192.0.2.1', false), bodyOf('192.0.2.1', false)]
    room.take(one, 64 * kb, unknown)
    room.take(other, 64 * kb, unknown)
    room.name(one)
    room.take(one, 60 * kb, unknown)
    room.take(other, 20 * kb, unknown)
    const third = bodyOf('192.0.2.1', false)
    room.take(third, 40 * kb, unknown)
    expect(() => room.take(third, 40 * kb, unknown)).toThrow(busy)
  })

  it('is there for the callers of an address that strangers have used up', () => {
    const { room, bodyOf } = open()
    room.take(bodyOf('192.0.2.1', false), 64 * kb, unknown)
    room.take(bodyOf('192.0.2.1', false), 64 * kb, unknown)
    expect(() => room.take(bodyOf('192.0.2.1', false), 1, unknown)).toThrow(busy)
    room.take(bodyOf('192.0.2.1'), 100 * kb, unknown)
  })

  it('accepts any body while there is no other, and is empty again after all responses', () => {
    const { room, bodyOf } = open()
    const large = bodyOf('192.0.2.1', false)
    for (let n = 0; n < 20; n++) room.take(large, 64 * kb, unknown)
    room.name(large)
    room.take(large, 2000 * kb, unknown)
    expect(() => room.take(bodyOf('192.0.2.2'), 1, known)).toThrow(busy)
    room.release(large)
    expect(room.bytes()).toBe(0)
    for (let n = 0; n < 8; n++) room.take(bodyOf(`192.0.2.${n}`), 128 * kb, known)
  })
})
