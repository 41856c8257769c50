// From the tree of a pattern to the instructions of the machine that looks for it.
import type { CharacterTest } from './characters.js'
import type { Node, Place } from './parse.js'
import type { Fail } from './source.js'

/**
 * A state of the machine: take a character and continue, continue if a place matches, continue two ways at once, or
 * report a match. Ways are indexes of instructions.
 */
export type Instruction =
  | { readonly does: 'take'; readonly test: CharacterTest; readonly next: number }
  | { readonly does: 'require'; readonly place: Place; readonly next: number }
  | { readonly does: 'split'; readonly ways: readonly number[] }
  | { readonly does: 'found' }

export interface Program {
  readonly instructions: readonly Instruction[]
  readonly start: number
}

/** Maximum instructions of a pattern: a search costs at most this times the length of the text. */
const maxInstructions = 1000

/** Compiles back to front, because each part needs the index of the next. */
export function compileNode(root: Node, fail: Fail): Program {
  if (sizeOf(root) > maxInstructions) fail('it is too long, or its counted repetitions multiply to too much')
  const instructions: Instruction[] = []
  const add = (instruction: Instruction) => instructions.push(instruction) - 1

  function compile(node: Node, next: number): number {
    switch (node.kind) {
      case 'character':
        return add({ does: 'take', test: node.test, next })
      case 'place':
        return add({ does: 'require', place: node.place, next })
      case 'sequence':
        return node.parts.reduceRight((after, part) => compile(part, after), next)
      case 'choice': {
        const ways = node.among.map((one) => compile(one, next))
        return ways.length === 1 ? (ways[0] as number) : add({ does: 'split', ways })
      }
      case 'repeat':
        return compileRepeat(node, next)
    }
  }

  function compileRepeat({ of, min, max }: Extract<Node, { kind: 'repeat' }>, next: number): number {
    let entry = next
    if (max === Infinity) entry = compileLoop(of, next)
    else for (let count = min; count < max; count++) entry = add({ does: 'split', ways: [compile(of, entry), next] })
    for (let count = 0; count < min; count++) entry = compile(of, entry)
    return entry
  }

  /** Any number of times: a split that the body leads back to. */
  function compileLoop(body: Node, next: number): number {
    const ways = [next]
    const entry = add({ does: 'split', ways })
    ways.push(compile(body, entry))
    return entry
  }

  const found = add({ does: 'found' })
  return { start: compile(root, found), instructions }
}

/** At least as many instructions as a node becomes. */
function sizeOf(node: Node): number {
  switch (node.kind) {
    case 'character':
    case 'place':
      return 1
    case 'sequence':
      return sum(node.parts)
    case 'choice':
      return sum(node.among) + 1
    case 'repeat':
      return (sizeOf(node.of) + 1) * Math.max(1, node.min + (node.max === Infinity ? 1 : node.max - node.min))
  }
}

function sum(nodes: readonly Node[]): number {
  return nodes.reduce((total, node) => total + sizeOf(node), 0)
}
