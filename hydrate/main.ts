import { checkToken } from './check-token.ts'
import { startConsent } from './consent/consent.ts'
import { startHeader } from './header.ts'
import { startLoader } from './loader.ts'
import { startOnDemand } from './start-on-demand.ts'
import { startServiceWorker } from './start-service-worker.ts'

startLoader()
startConsent()
startHeader()
startOnDemand()
startServiceWorker()
checkToken().catch(reportError)
if (document.body.dataset.recaptchaKey)
  import('./recaptcha.ts').then(({ startRecaptcha }) => startRecaptcha(), reportError)
