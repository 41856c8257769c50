import { expect, expectTypeOf, it } from 'vitest'
import { denyLogin, fullBug, fullPerson, network, secret, whereIs } from '../../test/erasure.js'
import { onEveryStore } from '../../test/harness.js'
import { copiesOfText, type UnplacedColumn } from './copies-of-text.js'

onEveryStore('copiesOfText', (open) => {
  it('names every column that may repeat what people wrote', () => {
    expectTypeOf<UnplacedColumn>().toEqualTypeOf<never>()
  })

  it('has in each column a word of the bug or the person whose erasure is tested', async () => {
    const [ofBug, ofPerson] = [await open(), await open()]
    await fullBug(ofBug)
    await denyLogin(ofPerson, (await fullPerson(ofPerson)).id)
    const planted = [await whereIs(ofBug, secret), await whereIs(ofPerson, secret), await whereIs(ofPerson, network)]
    expect(planted.flat().filter((column) => !(copiesOfText as readonly string[]).includes(column))).toEqual([])
    expect(copiesOfText.filter((column) => !planted.flat().includes(column))).toEqual([])
  })
})
