// The arguments of the commands that run for long: how much, and from which seed.

/** The numbers that are given. @throws Error with the usage when one of them is none */
export function wholeNumbers(given, usage) {
  for (const number of given)
    if (!/^[1-9]\d{0,8}$/.test(number)) throw new Error(`usage: ${usage}, whole numbers above 0; not ${number}`)
  return given.map(Number)
}

/** The numbers that the command was started with. Ends the process with 1 when they are none. */
export function numbersOf(usage, given = process.argv.slice(2)) {
  try {
    return wholeNumbers(given, usage)
  } catch ({ message }) {
    console.error(message)
    process.exit(1)
  }
}
