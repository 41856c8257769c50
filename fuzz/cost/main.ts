// Sends texts that grow to every place where something comes in, and says where they cost more than they should.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDice } from '../dice.js'
import { growthsOf } from './grow.js'
import { placesOf } from './inputs.js'
import { judge, type Finding } from './judge.js'
import type { ServedDescription } from './operations.js'
import type { Known } from './place.js'
import type { Keys } from './prepare.js'
import { startCostServer, type CostServer } from './server.js'

export interface CostOptions {
  /** The arguments of Node, before `serve`. */
  readonly args: readonly string[]
  /** A tracker that is prepared; every server gets a copy. */
  readonly file: string
  readonly keys: Keys
  /** Limit in seconds of time or of CPU of the server. */
  readonly until: { readonly seconds: number } | { readonly cpuSeconds: number }
  readonly seed: number
  /** Only places whose names fit. */
  readonly only?: RegExp
  readonly progress: (line: string) => void
}

export interface CostReport {
  readonly findings: readonly Finding[]
  readonly places: number
  readonly growths: number
}

/** The maximum page. */
const maxFindings = 50

export async function fuzzCosts({ args, file, keys, until, seed, only, progress }: CostOptions): Promise<CostReport> {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-cost-'))
  let server: CostServer | undefined
  let servers = 0
  let spent = 0
  const began = performance.now()
  const isOver = () =>
    'seconds' in until
      ? performance.now() - began > until.seconds * 1000
      : spent + (server?.isRunning() ? server.cpu() : 0) > until.cpuSeconds * 1000

  async function restarted(): Promise<CostServer> {
    if (server?.isRunning()) spent += server.cpu()
    await server?.stop()
    const copy = join(folder, `${servers++}.db`)
    copyFileSync(file, copy)
    // The name of the cookie has the port in it.
    server = await startCostServer(args, copy, server?.port ?? '0')
    return server
  }

  /** Returns true if a bug is still readable with the key and with the session. */
  async function isItself(one: CostServer, { api_key, cookie }: Known): Promise<boolean> {
    const asked = { method: 'GET', headers: { 'X-Tracker-API-Key': api_key } }
    const byPage = { method: 'GET', headers: { Cookie: cookie, 'X-TrackerKit-Web': '1' } }
    const path = '/rest/bug/1?include_fields=id'
    return (
      one.isRunning() &&
      (await one.send({ ...asked, path })) === 200 &&
      (await one.send({ ...byPage, path: `/-${path}` })) === 200
    )
  }

  try {
    let current = await restarted()
    const description = (await (await fetch(`${current.origin}/rest/openapi.json`)).json()) as ServedDescription
    const cookie = `trackerkit-${current.port}=${keys.token}`
    const known: Known = { ...keys, cookie, origin: current.origin }
    const places = placesOf(description, known).filter(({ name }) => only?.test(name) ?? true)
    const findings: Finding[] = []
    const seen = new Set<string>()
    let growths = 0
    for (const growth of growthsOf(places, createDice(seed))) {
      if (isOver() || findings.length >= maxFindings) break
      if (seen.has(growth.place.name)) continue
      growths++
      const finding = await judge(current, growth)
      if (finding) {
        findings.push(finding)
        seen.add(finding.place)
        progress(described(finding))
      }
      // A write may have locked its own author out, or changed what is there.
      if (!(await isItself(current, known))) current = await restarted()
      if (growths % 2000 === 0) progress(`${growths} growths at ${places.length} places`)
    }
    return { findings, places: places.length, growths }
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true })
  }
}

export function described({ fault, place, costs, curl }: Finding): string {
  const shown = costs.map(
    ({ size, cpu, stretch, growth, status }) =>
      `${size}: ${cpu.toFixed(1)} ms (${stretch.toFixed(0)} at a stretch, ${growth.toFixed(0)} MB, ${status})`,
  )
  return `FOUND ${fault}: ${place}\n  ${shown.join('; ')}\n  ${curl}`
}
