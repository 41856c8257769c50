// Filing a bug.
import { definePage } from '../../page/define.js'
import { activeNames } from '../../page/value-names.js'
import type { PageAddress } from '../../page/page.js'
import { FailureAlert } from '../../parts/alert.js'
import { AttachButton, NewFiles } from '../../parts/attach.js'
import { Composer } from '../../parts/composer.js'
import { attachmentLimit } from '../../parts/files.js'
import { WithoutScripts } from '../../parts/without-scripts.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { newAttachmentsTexts } from '../../texts/english/new-attachments.js'
import { newTexts } from '../../texts/english/new.js'
import { Duplicates } from './duplicates.js'
import { PlaceOfNew, SummaryOfNew } from './fields.js'
import { useNewBug } from './form.js'
import { isPrivate, loadNew, privately, textOf, type NewData } from './load.js'
import { ChoiceOfForm, Questions } from './questions.js'
import { SideOfNew } from './side.js'

export const newBug = definePage<NewData>({
  texts: { new: newTexts, newAttachments: newAttachmentsTexts },
  load: loadNew,
  title: (_, texts) => texts.new.title,
  View: NewBug,
})

type NewBugForm = ReturnType<typeof useNewBug>

function NewBug({ data, address }: { readonly data: NewData; readonly address: PageAddress }) {
  const { texts, isLive } = useApp()
  const form = useNewBug(data, address)
  const { failure, isBusy } = form
  if (data.names.length === 0) return <Nowhere />
  return (
    <form
      class="new-page"
      aria-label={texts.new.title}
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isBusy.value) void form.send()
      }}
    >
      <h1>{texts.new.title}</h1>
      <WithoutScripts />
      <Main form={form} />
      <SideOfNew form={form.state} />
      <div class="new-send needs-scripts">
        {failure.value !== undefined && (
          <p role="alert" class="alert">
            {visible(failure.value)}
          </p>
        )}
        <div class="buttons">
          <button
            type="submit"
            class="primary"
            aria-keyshortcuts="Control+Enter"
            disabled={isBusy.value || !isLive.value || form.asking.isLoading || form.details.isLoading}
          >
            {texts.new.submit}
          </button>
          <AttachButton files={form.files} />
        </div>
      </div>
    </form>
  )
}

function Main({
  form: { state, asking, kept, files, add, area, isMarkdown, details, summary },
}: {
  readonly form: NewBugForm
}) {
  const { texts, who, isLive } = useApp()
  const { data, product, draft, refused, set } = state
  return (
    <div class="new-main needs-scripts">
      <div>
        {kept.drafts && <kept.drafts.KeptDraft place={kept.place} value={kept.value} onUse={kept.onUse} />}
        <div class="form-columns">
          <PlaceOfNew form={state} name="product" names={data.names} />
          <PlaceOfNew form={state} name="component" names={activeNames(product?.components)} />
        </div>
      </div>
      {details.failure && <FailureAlert failure={details.failure} again={details.load} />}
      <SummaryOfNew form={state} input={summary} />
      <Duplicates summary={textOf(draft, 'summary')} product={textOf(draft, 'product')} />
      <ChoiceOfForm form={state} asking={asking} />
      {asking.isChosen ? (
        <Questions form={state} asking={asking} />
      ) : (
        <Composer
          label={texts.new.description}
          rows={9}
          isMarkdown={isMarkdown}
          value={textOf(draft, 'description')}
          message={refused.get('description')}
          onInput={(text) => set('description', text)}
          area={area}
          files={files.value}
          onFiles={add}
        />
      )}
      {who?.isInsider && (
        <label class="check">
          <input
            type="checkbox"
            checked={isPrivate(draft)}
            disabled={!isLive.value}
            onChange={({ currentTarget }) => set(privately, currentTarget.checked ? '1' : '')}
          />
          {texts.new.privateDescription}
        </label>
      )}
      <NewFiles
        files={files}
        limit={attachmentLimit(data.metadata.parameters)}
        canBePrivate={(who?.isInsider ?? false) && !isPrivate(draft)}
        onText={(change) => set('description', change(textOf(draft, 'description')))}
        onDrop={add}
      />
    </div>
  )
}

function Nowhere() {
  const { texts } = useApp()
  return (
    <div class="plain-page">
      <h1>{texts.new.title}</h1>
      <p>{texts.new.noProducts}</p>
    </div>
  )
}
