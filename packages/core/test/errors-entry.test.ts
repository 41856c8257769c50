import { expect, it } from 'vitest'
import * as errors from '@trackerkit/core/errors'
import { errorNumbers, isTrackerError, TrackerError } from '../src/index.js'

it('the entry for errors has the same objects as the root', () => {
  expect({ ...errors }).toEqual({ TrackerError, isTrackerError, errorNumbers })
})
