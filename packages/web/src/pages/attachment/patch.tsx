// A patch as one table of lines per file. Added and removed lines have signs, not only colors.
import { visible, visibleLines } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { filesOfPatch } from './parse-patch.js'

const most = { lines: 3000, files: 100 }

interface PatchViewProps {
  readonly text: string
  /** Of the attachment. */
  readonly id: number
}

export function PatchView({ text, id }: PatchViewProps) {
  const { texts } = useApp()
  const labels = texts.attachment
  const isLong = text.split('\n', most.lines + 2).length > most.lines + 1
  const files = isLong ? [] : filesOfPatch(text)
  if (isLong || files.length > most.files) return <TooLarge id={id} />
  if (files.length === 0)
    return (
      <pre class="file" tabIndex={0}>
        {visibleLines(text)}
      </pre>
    )
  return (
    <>
      {files.map((file, index) => (
        <div key={index} class="patch-file" tabIndex={0} role="group" aria-label={visible(file.name)}>
          <h2>{visible(file.name)}</h2>
          <table class="patch" aria-label={labels.changesIn(visible(file.name))}>
            <thead class="visually-hidden">
              <tr>
                <th scope="col">{labels.before}</th>
                <th scope="col">{labels.after}</th>
                <th scope="col">{labels.content}</th>
              </tr>
            </thead>
            <tbody>
              {file.lines.map((line, at) => (
                <tr key={at} class={`is-${line.kind}`}>
                  <td class="line-number">{line.before}</td>
                  <td class="line-number">{line.after}</td>
                  <td class="line">
                    {line.sign}
                    {visibleLines(line.text)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </>
  )
}

export function TooLarge({ id }: { readonly id: number }) {
  const { texts, href } = useApp()
  return (
    <p role="status" class="remark">
      {texts.attachment.tooLarge}{' '}
      <a href={href(`/-/attachment/${id}`)} download>
        {texts.attachment.downloadFile}
      </a>
    </p>
  )
}
