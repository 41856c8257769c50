// The rules of the embedding program, for one run of an operation that writes.
import type { AskedRule, RuleEvent } from '../call/host-rules.js'
import { causedBy, createOwnErrors, isTroubleOfStore } from '../call/store-errors.js'
import type { AnyOperation } from '../call/define/operation.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import type { RuleEnded } from '../kernel/observer.js'
import type { RuleFault } from '../kernel/rule-errors.js'
import type { Reader, Writer } from '../schema/index.js'
import { isStoreError } from '../store/index.js'
import type { TrackerContext } from './context.js'
import { addEffects, type Effects } from './session/effects.js'
import { openSession, type Session } from './transaction.js'
import { changesOf, InvalidAnswer, refusalOf } from '../domain/bugs/host-rules/answers.js'
import type { Rule, RuleFunction, RuleTransaction } from './rules/rule.js'
import type { OpenRules, RuledSession, RulesOfCall } from './rules/open-rules.js'
import { copyWrite } from '../domain/bugs/host-rules/writes.js'
import { createTimer } from '../domain/bugs/host-rules/timer.js'

/** Writes of rules may cause writes of others this deep. */
const mostDepth = 3

/** `by`: the rule whose own writes are run, which is not asked about them. */
function createOpenRules(context: TrackerContext, rules: readonly Rule[], depth = 0, by?: Rule): OpenRules {
  const asked = rules.filter((rule) => rule !== by)
  const inside = new Map<Rule, OpenRules>()
  const insideOf = (rule: Rule): OpenRules => {
    const open = inside.get(rule) ?? createOpenRules(context, rules, depth + 1, rule)
    inside.set(rule, open)
    return open
  }
  return (tx, session, effects) => openRules({ context, rules: asked, depth, insideOf, tx, session, effects })
}

interface Opened {
  readonly context: TrackerContext
  readonly rules: readonly Rule[]
  readonly depth: number
  readonly insideOf: (rule: Rule) => OpenRules
  readonly tx: Reader
  readonly session: RuledSession
  readonly effects: Effects
}

function openRules(opened: Opened): RulesOfCall {
  const { rules, depth, insideOf, effects } = opened
  const { ask, open, reader, fault, left, report, end } = createAsker(opened)
  const later: { readonly event: RuleEvent; readonly show: () => Promise<readonly object[]> }[] = []
  const known = new Map<RuleEvent, readonly AskedRule[]>()

  const bound = (rule: Rule): AskedRule => {
    const { name, needs, set, check, after } = rule
    const changes = async (write: object) => changesOf(await set?.(copyWrite(write) as never, reader))
    const refusal = async (write: object) => refusalOf(name, await check?.(copyWrite(write) as never, reader))
    return {
      name,
      needs,
      hasAfter: after !== undefined,
      set: set && ((write) => ask(rule, () => changes(write), true)),
      check: check && ((write) => ask(rule, () => refusal(write))),
    }
  }

  async function follow(rule: Rule, act: RuleFunction, write: object): Promise<void> {
    if (depth >= mostDepth) throw fault(rule, 'depth')
    const inner = open({ openRules: insideOf(rule), left })
    await ask(rule, () => inner.run(async (handle) => act(copyWrite(write) as never, handle), left()))
    addEffects(effects, inner.effects)
  }

  return {
    of(event) {
      const found = known.get(event) ?? rules.filter(({ on }) => on.includes(event)).map(bound)
      known.set(event, found)
      return found
    },
    later: (event, show) => void later.push({ event, show }),
    invalidSet(name, cause) {
      const rule = rules.find((one) => one.name === name) as Rule
      if (isStoreError(cause) || isTrackerError(cause, 'rule_failed')) return cause
      report('failed')
      return fault(rule, 'invalid_set', cause)
    },
    async finish() {
      for (const { event, show } of later) {
        const writes = await show()
        for (const rule of rules)
          if (rule.after && rule.on.includes(event)) for (const write of writes) await follow(rule, rule.after, write)
      }
    },
    end,
  }
}

/** Reports each call of a rule once: the values that one has set may turn out to be invalid later. */
function createReports({ environment: { observer, stopwatch } }: TrackerContext) {
  let held: ((outcome: RuleEnded['outcome']) => void) | undefined

  const report = (outcome: RuleEnded['outcome']): void => {
    held?.(outcome)
    held = undefined
  }

  return {
    report,
    /** @returns a function to call at the end of the call, whose outcome is reported next */
    begin: ({ name: rule }: Rule): (() => void) => {
      report('ok')
      const began = observer?.rule ? stopwatch() : 0
      return () => {
        const milliseconds = observer?.rule ? stopwatch() - began : 0
        held = (outcome) => observer?.rule?.({ rule, outcome, milliseconds })
      }
    },
  }
}

/** Asks rules, within the time that all of them have together, and with sessions in the transaction of the run. */
function createAsker({ context, tx, session }: Opened) {
  const timer = createTimer(context.environment)
  const { logger } = context.environment
  let asking: Rule | undefined
  const { begin, report } = createReports(context)
  let reading: Session | undefined
  let isOver = false

  function open(scope: Parameters<typeof openSession>[5]): Session {
    const { beginCall, staleCredentials } = session
    // The operation has written, or is about to: what is read now is kept from all other calls.
    return openSession(tx as Writer, context, beginCall.fork(), staleCredentials, createOwnErrors(), scope)
  }

  function refuse({ kind }: AnyOperation): void {
    if (kind === 'write' && asking) throw fault(asking, 'write_in_check')
  }

  function openReading(): Session {
    reading ??= open({ refuse, left: timer.left })
    if (isOver) reading.end()
    return reading
  }

  function end(): void {
    report('ok')
    isOver = true
    reading?.end()
  }

  function fault(rule: Rule, reason: RuleFault, cause?: unknown): TrackerError {
    logger.error(`rule ${rule.name} failed`, { reason, ...(cause !== undefined && { error: cause }) })
    const error = new TrackerError('rule_failed', { rule: rule.name, reason })
    return cause === undefined ? error : causedBy(cause, error)
  }

  /** Troubles of the store are not those of a rule: after a lost race the operation runs again. */
  function meaningOf(rule: Rule, error: unknown): unknown {
    const cause = isTrackerError(error, 'transaction_failed') ? error.cause : error
    if (isStoreError(cause, 'overdue')) return late(rule)
    if (isStoreError(cause) || isTroubleOfStore(cause) || isTrackerError(cause, 'rule_failed')) return cause
    if (timer.isLate(error)) return late(rule)
    return fault(rule, error instanceof InvalidAnswer ? 'invalid_answer' : 'threw', error)
  }

  function late(rule: Rule): TrackerError {
    end()
    return fault(rule, 'timeout')
  }

  async function ask<T>(rule: Rule, work: () => Promise<T>, isSet = false): Promise<T> {
    asking = rule
    const hold = begin(rule)
    try {
      const answer = await timer.run(rule.name, work)
      const failure = reading?.failure()
      if (failure) throw failure.error
      hold()
      if (!isSet) report(isTrackerError(answer) ? 'refused' : 'ok')
      return answer
    } catch (error) {
      const meaning = meaningOf(rule, reading?.failure()?.error ?? error)
      hold()
      report(isTrackerError(meaning, 'rule_failed') ? 'failed' : 'retry')
      throw meaning
    }
  }

  return { ask, open, reader: createReader(openReading), fault, left: timer.left, report, end }
}

/** The transaction of `set` and `check`, which is opened by its first use. */
function createReader(openReading: () => Session): RuleTransaction {
  return {
    as: (...who) => openReading().handle.as(...who),
    asSystem: (login) => openReading().handle.asSystem(login),
    query: (sql, values) => openReading().handle.query(sql, values),
  }
}

/** The context of a tracker with rules. */
export function withRules(context: TrackerContext, rules: readonly Rule[] = []): TrackerContext {
  return rules.length === 0 ? context : { ...context, openRules: createOpenRules(context, rules) }
}
