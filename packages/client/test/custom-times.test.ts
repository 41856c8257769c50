import { expect, it } from 'vitest'
import type { FieldsGetAnswer } from '@trackerkit/types'
import { createCustomTimes } from '../src/custom-times.js'

const answerOf = (...names: string[]) =>
  ({ fields: names.map((name) => ({ name, type: 5 })) }) as unknown as FieldsGetAnswer

it('the first reads at the same time ask once which custom fields hold times', async () => {
  let asked = 0
  const timesOf = createCustomTimes(async () => {
    asked += 1
    return answerOf('cf_due', 'cf_met')
  })
  const answers = await Promise.all([timesOf(['cf_due']), timesOf(['cf_met']), timesOf(['cf_due', 'cf_met'])])
  for (const times of answers) expect([...times]).toEqual(['cf_due', 'cf_met'])
  expect(asked).toBe(1)
})

it('a custom field that is made while that is asked is asked for again, also after a failure', async () => {
  const answers = [answerOf('cf_due'), new Error('lost'), answerOf('cf_due', 'cf_met')]
  let meanwhile: Promise<ReadonlySet<string>> | undefined
  const timesOf = createCustomTimes(async () => {
    const answer = answers.shift()
    await Promise.resolve()
    meanwhile ??= timesOf(['cf_met'])
    if (answer instanceof Error) throw answer
    return answer ?? answerOf()
  })
  expect([...(await timesOf(['cf_due']))]).toEqual(['cf_due'])
  await expect(meanwhile).rejects.toThrow('lost')
  expect([...(await timesOf(['cf_met']))]).toEqual(['cf_due', 'cf_met'])
  expect(answers).toEqual([])
})
