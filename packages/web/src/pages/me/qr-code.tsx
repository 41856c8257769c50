// A QR code, in a separate chunk.
import { encode } from 'uqr'

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** Black on white in every theme: cameras need it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width="220" height="220">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" shape-rendering="crispEdges" />
    </svg>
  )
}
