// JSON from outside, as deep as payloads of git hosts are.
import { TrackerError } from '../kernel/errors.js'

const mostLevels = 50

/** The value of a body. Depth is counted first: parsing nested brackets is slow. @throws code_payload_invalid */
export function readJson(body: Uint8Array): unknown {
  if (depthOf(body) > mostLevels)
    throw new TrackerError('code_payload_invalid', { problem: `it is nested deeper than ${mostLevels} levels` })
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new TrackerError('code_payload_invalid', { problem: 'it is not JSON in UTF-8' })
  }
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125]

/** The greatest number of open brackets outside of texts. */
function depthOf(body: Uint8Array): number {
  let [depth, greatest, isText] = [0, 0, false]
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (byte === quote) isText = !isText
    else if (isText) {
      if (byte === backslash) index++
    } else if (byte === openList || byte === openObject) greatest = Math.max(greatest, ++depth)
    else if (byte === closeList || byte === closeObject) depth--
  }
  return greatest
}
