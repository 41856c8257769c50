// The groups of the parameters.
import type { ParametersDescribeAnswer } from '@trackerkit/client/types'
import type { Texts } from '../../texts/index.js'

export type Parameter = ParametersDescribeAnswer['parameters'][number]
export type ParameterGroup = keyof Texts['admin']['parameterGroups']

export const parameterGroups: readonly ParameterGroup[] = ['general', 'bugs', 'people', 'mail', 'limits', 'fixed']

const mail = /^(mail|globalwatchers|webservice_email)/
const people = /group|login|email|password|strict_isolation/
const limits = /^max|_days$|_limit$/
const general = /^(maintainer|urlbase|shutdownhtml|inbound_proxies|requirelogin)$/

/** The group of a parameter, by its name: one that a later version adds has a place, too. */
export function parameterGroupOf({ name, fixed }: Parameter): ParameterGroup {
  if (fixed !== null) return 'fixed'
  if (general.test(name)) return 'general'
  if (mail.test(name)) return 'mail'
  if (limits.test(name)) return 'limits'
  return people.test(name) ? 'people' : 'bugs'
}

/** A parameter of a later version is shown by its name. */
export function textOfParameter(
  { parameters }: Texts,
  { name }: Parameter,
): Texts['parameters'][keyof Texts['parameters']] {
  const isKnown = Object.hasOwn(parameters, name)
  return isKnown ? parameters[name as keyof typeof parameters] : { label: name, about: '' }
}
