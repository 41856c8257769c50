// A function of an application: files a crash as a bug, or adds a comment to the existing bug about it.
import type { Operations } from '@trackerkit/core'

export async function reportCrash(
  bugs: Operations,
  crash: { readonly where: string; readonly trace: string },
): Promise<number> {
  const summary = `Crash in ${crash.where}`
  const found = await bugs.bugs.search({
    product: ['App'],
    summary: [summary],
    resolution: [''],
    include_fields: ['id'],
  })
  const known = found.bugs[0]?.id
  if (known !== undefined) {
    await bugs.comments.create({ id: known, comment: crash.trace })
    return known
  }
  const { id } = await bugs.bugs.create({
    product: 'App',
    component: 'Crashes',
    version: '1.0',
    summary,
    description: crash.trace,
  })
  return id
}
