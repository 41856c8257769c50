// The status of a bug: a closed one requires a resolution, and a duplicate the other bug.
import type { Option, Step } from '../parts/option.js'
import { Status } from '../parts/status.js'
import { inWords } from '../page/value-words.js'
import { useApp, type App } from '../state/app.js'
import type { BugData } from './bug-data.js'
import { ChoiceControl } from './controls.js'
import type { ControlProps } from './field-control.js'
import { resolutionOptions } from './resolution-options.js'

export function StatusField({ data, onChange }: ControlProps) {
  const app = useApp()
  const { status: label, resolution: resolutionLabel } = app.texts.fields
  const { bug } = data
  const { status: before } = bug
  const save = ([status = before, resolution = '', dupeOf]: readonly string[]) => {
    if (dupeOf !== undefined) return onChange({ dupe_of: dupeOf }, label, resolution)
    if (status === before) return onChange({ resolution }, resolutionLabel, resolution)
    return onChange({ status, ...(resolution !== '' && { resolution }) }, label, status)
  }
  return (
    <ChoiceControl
      field="status"
      also={['resolution', 'dupe_of']}
      label={label}
      shortcut="s"
      value={[before, ...(bug.resolution === '' ? [] : [bug.resolution])]}
      shown={<Status status={before} resolution={bug.resolution} isOpen={bug.is_open} />}
      options={() => statusOptions(app, data)}
      onSave={save}
    />
  )
}

function statusOptions(app: App, { bug, can, metadata }: BugData): readonly Option[] {
  const resolutions: Step = {
    label: app.texts.fields.resolution,
    options: resolutionOptions(app, metadata, bug.id),
  }
  const status = (name: string, isOpen: boolean): Option => ({
    value: name,
    text: inWords(app.texts, name),
    keywords: name,
    ...(!isOpen && { next: resolutions }),
  })
  const others = can.statuses.filter(({ name }) => name !== bug.status)
  return [status(bug.status, bug.is_open), ...others.map(({ name, is_open }) => status(name, is_open))]
}
