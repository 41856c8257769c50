// Choosing files, dropping them anywhere on the page, and the list of them.
import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { withFiles, type NewFile } from './files.js'
import { Icon } from './icon.js'
import { useOnDemand } from './on-demand.js'

export function AttachButton({ files }: { readonly files: Signal<readonly NewFile[]> }) {
  const { texts, isLive } = useApp()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          files.value = withFiles(files.value, [...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <button type="button" disabled={!isLive.value} onClick={() => input.current?.click()}>
        <Icon name="attach" size={14} />
        {texts.bug.form.attach}
      </button>
    </>
  )
}

const loadMore = () => import('./attach-on-demand.js')

interface NewFilesProps {
  readonly files: Signal<readonly NewFile[]>
  /** In bytes. */
  readonly limit: number
  /** A file can be private beside a public comment. */
  readonly canBePrivate: boolean
  /** Changes the text that they go along with. */
  readonly onText: (change: (text: string) => string) => void
  /** Receives files that are dropped on the page. */
  readonly onDrop: (files: readonly File[]) => void
}

export function NewFiles(props: NewFilesProps) {
  const { files } = props
  const onDrop = useRef(props.onDrop)
  onDrop.current = props.onDrop
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      const dropped = [...(event.dataTransfer?.files ?? [])]
      if (dropped.length === 0) return
      event.preventDefault()
      onDrop.current(dropped)
    }
    addEventListener('dragover', over)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('drop', drop)
    }
  }, [])
  const more = useOnDemand(loadMore, files.value.length > 0)
  return more && files.value.length > 0 ? <more.NewAttachments {...props} /> : null
}
