package main

import "encoding/json"

// World is what surrounds your engine in an emit case, made from its facts: providers that replay their part, and a user.
//
// Plan over Providers in their order, leave out those with Objections, and Call the rest until one succeeds. Look at
// Cancelled before Check, before each attempt, and after each call and event: the user cancels meanwhile.
//
//   - before-attempts: cancelled before Check if there is no plan, else during it: the plan is made, nothing is attempted.
//   - between-attempts: cancelled while the last attempt fails. That attempt is failed, and no other one begins.
//   - during-attempt: cancelled while the provider runs; its call ends without a failure. That attempt is cancelled.
type World struct {
	Facts     Facts
	Providers []Provider
	Cancelled bool
	rejected  map[string][]string
	calls     map[string]int
}

// Facts are the facts of the case; empty strings are absent members.
type Facts struct {
	Mode    string `json:"mode"`
	Profile string `json:"profile"`
	Request struct {
		Prompt        string `json:"prompt"`
		Authorization string `json:"authorization"`
	} `json:"request"`
	Candidates []Provider `json:"candidates"`
	Plan       *struct {
		Rejections []struct {
			ProviderID  string   `json:"providerId"`
			ReasonCodes []string `json:"reasonCodes"`
		} `json:"rejections"`
		Chain []string `json:"chain"`
	} `json:"plan"`
	PlanError *Failure  `json:"planError"`
	Attempts  []Attempt `json:"attempts"`
	Cancelled string    `json:"cancelled"`
}

// Provider is what a provider declares.
type Provider struct {
	ProviderID      string `json:"providerId"`
	Locality        string `json:"locality"`
	ConfiguredModel string `json:"configuredModel"`
}

// Attempt is what one provider does.
type Attempt struct {
	ProviderID    string `json:"providerId"`
	Did           string `json:"did"`
	Committed     bool   `json:"committed"`
	Buffered      bool   `json:"buffered"`
	Retries       int    `json:"retries"`
	ReportedModel string `json:"reportedModel"`
	Payload       string `json:"payload"`
	Failure
}

// Failure says why there is no answer. Transient: calling the same provider again may succeed, within the same attempt.
type Failure struct {
	ErrorClass string `json:"errorClass"`
	Message    string `json:"message"`
	Transient  bool   `json:"-"`
}

// NewWorld makes the world of an emit case.
func NewWorld(facts json.RawMessage) (*World, error) {
	world := &World{rejected: map[string][]string{}, calls: map[string]int{}}
	if err := json.Unmarshal(facts, &world.Facts); err != nil {
		return nil, err
	}
	world.Cancelled = world.Facts.Cancelled == "before-attempts" && world.Facts.Plan == nil
	if plan := world.Facts.Plan; plan != nil {
		for _, one := range plan.Rejections {
			world.rejected[one.ProviderID] = one.ReasonCodes
			world.add(one.ProviderID)
		}
		for _, id := range plan.Chain {
			world.add(id)
		}
	}
	return world, nil
}

func (world *World) add(id string) {
	for _, one := range world.Facts.Candidates {
		if one.ProviderID == id {
			world.Providers = append(world.Providers, one)
		}
	}
}

// Check is the validation of the request, before the plan: nil if it may go on.
func (world *World) Check() *Failure {
	if world.Facts.PlanError == nil && world.Facts.Cancelled == "before-attempts" {
		world.Cancelled = true
	}
	return world.Facts.PlanError
}

// Objections are the reason codes why a provider cannot take the request; none if it can.
func (world *World) Objections(providerID string) []string {
	return world.rejected[providerID]
}

// Call calls a provider: opened gets the model that it reports, text a piece of the answer. nil: no failure.
func (world *World) Call(providerID string, opened, text func(string)) *Failure {
	for place, attempt := range world.Facts.Attempts {
		if attempt.ProviderID != providerID {
			continue
		}
		if attempt.Buffered {
			text(attempt.Payload)
		}
		world.calls[providerID]++
		if world.calls[providerID] <= attempt.Retries {
			return &Failure{"Unavailable", "try again", true}
		}
		opened(attempt.ReportedModel)
		if attempt.Committed || attempt.Did == "answered" {
			text(attempt.Payload)
		}
		failed, when := attempt.Did == "failed", "during-attempt"
		if failed {
			when = "between-attempts"
		}
		if place == len(world.Facts.Attempts)-1 && world.Facts.Cancelled == when {
			world.Cancelled = true
		}
		if failed {
			return &attempt.Failure
		}
	}
	return nil
}
