import { readFileSync } from 'node:fs'

import { projectPath } from '~/project-path.server'

let list: string | undefined

/**
 * Whether a password, in lower case, is one of the leaked passwords that attackers try first. The list is read on first use and stays in
 * memory as one text of 0.1 MB; a search takes microseconds.
 */
export function isCommonPassword(password: string) {
  list ??= `\n${readFileSync(projectPath('db/reference/common_passwords.txt'), 'utf8')}`
  return list.includes(`\n${password}\n`)
}
