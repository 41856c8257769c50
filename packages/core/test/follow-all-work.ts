// Runs before every test file. An operation that uses the store from inside its own transaction then fails; outside of tests, this is
// not checked.
import { followAllWork } from '../src/store/following.js'

followAllWork()
