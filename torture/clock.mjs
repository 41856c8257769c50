// Loaded into a process before anything else (`node --import`): its clock is off by a number of milliseconds, or jumps
// back and forth.
const real = Date
const offset = Number(process.env['TORTURE_CLOCK_OFFSET'] ?? 0)
const jump = Number(process.env['TORTURE_CLOCK_JUMP'] ?? 0)

/** Jumps by up to `jump` milliseconds to either side, and stays there for a third of a second. */
function now() {
  const here = real.now()
  const step = Math.floor(here / 333)
  const swing = jump === 0 ? 0 : ((Math.imul(step, 0x9e3779b1) >>> 0) / 2 ** 32 - 0.5) * 2 * jump
  return Math.floor(here + offset + swing)
}

globalThis.Date = class Date extends real {
  constructor(...args) {
    if (args.length === 0) super(now())
    else super(...args)
  }

  static now() {
    return now()
  }
}
