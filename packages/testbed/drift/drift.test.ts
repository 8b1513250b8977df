// The drift suite, those cases aside that race the machine: they are in racing.test.ts.
import { testCases } from './cases.fixture.ts';
import { allCases } from './suite.ts';

testCases(allCases().filter(({ situation }) => !situation.races));
