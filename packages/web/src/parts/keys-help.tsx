import { useApp } from '../state/app.js'
import { Dialog } from './dialog.js'
import { TableHeader } from './table-header.js'
import { Link } from './link.js'

export function KeysTable() {
  const labels = useApp().texts.help.keys
  return (
    <table class="things keys" aria-label={labels.table}>
      <TableHeader of={[labels.key, labels.does]} />
      <tbody>
        {labels.all.map(([combination, does]) => (
          <tr key={combination}>
            <th scope="row">
              {combination
                .split(' ')
                .map((one) => (one.length < 3 || /[A-Z]/.test(one) ? <kbd key={one}>{one}</kbd> : one))}
            </th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function KeysDialog() {
  const { texts, who, isHelpOpen } = useApp()
  const labels = texts.help.keys
  const close = () => {
    isHelpOpen.value = false
  }
  return (
    <Dialog title={labels.title} onClose={close}>
      <p class="quiet-text">
        {labels.off}{' '}
        {who && (
          <span onClick={close}>
            <Link to="/me">{labels.settings}</Link>
          </span>
        )}
      </p>
      <KeysTable />
    </Dialog>
  )
}
