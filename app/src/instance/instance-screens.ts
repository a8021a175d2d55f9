export { InstanceJobsScreen } from './jobs.tsx';
export { InstanceScreen } from './users.tsx';
