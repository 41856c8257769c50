// Options of both imports from Bugzilla, with one text each.
import type { Command } from 'commander'

export function addBugzillaOptions(command: Command): Command {
  return command
    .option('--only-product <NAME...>', 'Import only bugs of these products.')
    .option('--since <TIME>', 'Import only bugs changed since this time: 2026-01-31 or 2026-01-31T12:00:00Z.')
    .option('--no-attachments', 'Skip the content of attachments.')
    .option('--source-was <URL>', 'Previous URL of the source, if it has moved since an earlier import.')
    .option('--keep-unknown', 'Store unknown bug fields as text fields.')
    .option('--into-existing', 'Import into a tracker with bugs; conflicting IDs are rejected.')
    .option('--overwrite', 'Overwrite local changes to imported bugs and users.')
    .option('--full', 'Compare all bugs, not only those changed since the last run.')
    .option('--dry-run', 'Read all but attachments and report the result without importing.')
    .option('--report <FILE>', 'Append everything that could not be imported to this file, as JSON Lines.')
    .option('--json', 'Print progress and the report as JSON Lines.')
}
