export { listAccounts } from './directory.queries.server'
