// A small picture for the example tracker: bars of a chart, as a PNG file.
import { crc32, deflateSync } from 'node:zlib'

const [width, height, barWidth] = [768, 432, 48]
const bars = [28, 32, 30, 45, 216, 338, 310, 248, 272, 360, 320, 198, 90, 50, 34, 28]
/** Red, green and blue. */
const [ground, bar] = ['f4f7f6', '1c6b58'] as const

export function chart(): Uint8Array {
  const lines = Array.from({ length: height }, (_, y) => {
    const columns = bars.map((value) => {
      const isBar = height - y <= value
      return ground.repeat(8) + (isBar ? bar : ground).repeat(barWidth - 8)
    })
    // Each line begins with its filter: none.
    return `00${columns.join('')}`
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits, red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = deflateSync(Buffer.from(lines.join(''), 'hex'))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
