/** Environment variable with the file that receives the seconds of each test file of a process, as JSON. */
export const DURATIONS_FILE = 'QUIRE_TEST_DURATIONS';
