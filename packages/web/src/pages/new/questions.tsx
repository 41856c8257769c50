// The questions of a form, each with its label, its hint and its error.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Choice } from '../../parts/choice.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useMessage } from './fields.js'
import type { FormState } from './form.js'
import { answerList, answerName, answerText, isQuestion, type Asking, type Question } from './answers.js'

interface QuestionsProps {
  readonly form: FormState
  readonly asking: Asking
}

export function ChoiceOfForm({ form, asking: { forms, isChosen } }: QuestionsProps) {
  const { texts } = useApp()
  const id = useId()
  const chosen = isChosen ? String(form.draft['form']) : ''
  const about = forms.find(({ name }) => name === chosen)?.description
  if (forms.length === 0) return null
  return (
    <div class="form-field">
      <label for={id}>{texts.new.form}</label>
      <Choice
        id={id}
        label={texts.new.form}
        value={[chosen]}
        empty={texts.new.noForm}
        options={() => [
          { value: '', text: texts.new.noForm },
          ...forms.map(({ name }) => ({ value: name, text: name })),
        ]}
        onSave={([name = '']) => form.set('form', name)}
      />
      {about !== undefined && about !== '' && (
        <p class="hint" dir="auto">
          {visible(about)}
        </p>
      )}
    </div>
  )
}

export function Questions({ form, asking: { body } }: QuestionsProps) {
  return (
    <>
      {body?.map((element, index) =>
        isQuestion(element) ? (
          <QuestionField key={element.id} form={form} question={element} />
        ) : (
          <p key={index} class="hint written" dir="auto">
            {visible(element.attributes.value ?? '')}
          </p>
        ),
      )}
    </>
  )
}

interface QuestionProps {
  readonly form: FormState
  readonly question: Question
}

function QuestionField({ form, question }: QuestionProps) {
  const { texts } = useApp()
  const { attributes, validations, type } = question
  const { described, message } = useMessage(form, answerName(question.id))
  const [id, hintId] = [useId(), useId()]
  const hint = attributes.description !== undefined && attributes.description !== '' && (
    <p id={hintId} class="hint written" dir="auto">
      {visible(attributes.description)}
    </p>
  )
  const text = visible(attributes.label ?? '')
  const label = validations?.required ? texts.new.required(text) : text
  const describedBy = [hint ? hintId : '', described.describedBy ?? ''].join(' ').trim() || undefined
  const control = { form, question, id, label, describedBy, isInvalid: described.isInvalid }
  if (type === 'checkboxes')
    return (
      <Boxes {...control}>
        {hint}
        {message}
      </Boxes>
    )
  return (
    <div class="form-field">
      <label for={id} dir="auto">
        {label}
      </label>
      {hint}
      {type === 'dropdown' ? <Dropdown {...control} /> : <Written {...control} />}
      {message}
    </div>
  )
}

interface ControlProps extends QuestionProps {
  readonly id: string
  readonly label: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
}

function Written({ form, question, id, describedBy, isInvalid }: ControlProps) {
  const { attributes, type, validations } = question
  const common = {
    id,
    dir: 'auto' as const,
    value: answerText(form.draft, question),
    placeholder: attributes.placeholder,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    'aria-required': validations?.required,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      form.set(answerName(question.id), currentTarget.value),
  }
  return type === 'textarea' ? <textarea {...common} rows={4} /> : <input {...common} type="text" />
}

function Dropdown({ form, question, id, label, describedBy, isInvalid }: ControlProps) {
  const { texts } = useApp()
  const { attributes, validations } = question
  const options = (attributes.options ?? []).map(String)
  const isMany = attributes.multiple === true
  const none = isMany || validations?.required ? [] : [{ value: '', text: texts.new.choose }]
  return (
    <Choice
      id={id}
      label={label}
      isMany={isMany}
      value={isMany ? answerList(form.draft, question) : [answerText(form.draft, question)]}
      empty={texts.new.choose}
      options={() => [...none, ...options.map((value) => ({ value, text: value }))]}
      isInvalid={isInvalid}
      describedBy={describedBy}
      onSave={(values) => form.set(answerName(question.id), isMany ? values : (values[0] ?? ''))}
    />
  )
}

function Boxes({
  form,
  question,
  label,
  describedBy,
  isInvalid,
  children,
}: ControlProps & { readonly children: ComponentChildren }) {
  const { texts } = useApp()
  const chosen = answerList(form.draft, question)
  return (
    <fieldset class="form-field" aria-describedby={describedBy}>
      <legend dir="auto">{label}</legend>
      {children}
      {(question.attributes.options ?? []).map((option) => {
        const { label: one, required } = typeof option === 'string' ? { label: option } : option
        return (
          <label key={one} class="check" dir="auto">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              aria-invalid={(isInvalid && !chosen.includes(one)) || undefined}
              onChange={({ currentTarget }) =>
                form.set(
                  answerName(question.id),
                  currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one),
                )
              }
            />
            {required ? texts.new.required(visible(one)) : visible(one)}
          </label>
        )
      })}
    </fieldset>
  )
}
