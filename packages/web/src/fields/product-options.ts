// The products that a bug can move to, each with the choice of component and version there. Loaded on demand.
import { detailsOf } from '../page/metadata.js'
import { enterableNames } from '../page/product-values.js'
import { activeNames } from '../page/value-names.js'
import { matching, optionsOf, type Option } from '../parts/option.js'
import type { App } from '../state/app.js'

type Search = (typed: string) => Promise<readonly Option[]>

export async function productOptions({ texts, operations }: App, current: string): Promise<Search> {
  const names = await enterableNames(operations)
  const optionOf = (name: string): Option => {
    if (name === current) return { value: name, text: name }
    const product = async () => (await detailsOf(operations, [name]))[0]
    const version = {
      label: texts.bug.newVersion,
      options: async (typed: string) => matching(optionsOf(activeNames((await product())?.versions)), typed),
    }
    const component = {
      label: texts.bug.newComponent,
      options: async (typed: string) => {
        const components = optionsOf(activeNames((await product())?.components))
        return matching(components, typed).map((option) => ({ ...option, next: version }))
      },
    }
    return { value: name, text: name, next: component }
  }
  const options = (names.includes(current) ? names : [current, ...names]).map(optionOf)
  return async (typed) => Promise.resolve(matching(options, typed))
}
